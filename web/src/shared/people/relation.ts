import { queryOptions } from '@tanstack/react-query'
import { keys } from '../query/keys'
import { STALE } from '../query/stale'
import { matching } from '../rpc/matching'

/** How the member and another one stand. Whether the other has blocked the member is never told. */
export type Relation = { liked: boolean; likesMe: boolean; matched: boolean; blocked: boolean }

export const relationQuery = (id: string) =>
  queryOptions({
    queryKey: keys.relation(id),
    staleTime: STALE.halfMinute,
    queryFn: async ({ signal }): Promise<Relation> => {
      const { liked, likesMe, matched, blocked } = await matching.getRelation({ memberId: id }, { signal })
      return { liked, likesMe, matched, blocked }
    },
  })
