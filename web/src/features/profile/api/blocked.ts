import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../shared/query/keys'
import { STALE } from '../../../shared/query/stale'
import { matching } from '../../../shared/rpc/matching'
import { dateOf } from './account'

/** Somebody the member has blocked; no name when the account is gone. */
export type BlockedMember = { id: string; name: string; since: Date | null }

export const blockedQuery = () =>
  queryOptions({
    queryKey: keys.blocked(),
    staleTime: STALE.halfMinute,
    queryFn: async ({ signal }): Promise<BlockedMember[]> => {
      const { blocked } = await matching.listBlocked({}, { signal })
      return blocked.map(({ memberId, name, since }) => ({ id: memberId, name, since: dateOf(since) }))
    },
  })
