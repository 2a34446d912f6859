import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../shared/query/keys'
import { STALE } from '../../../shared/query/stale'

/** The profile of who is not in the overview yet; only then its code is loaded. */
export const peerProfileQuery = (peer: string) =>
  queryOptions({
    queryKey: keys.profile(peer),
    staleTime: STALE.fiveMinutes,
    queryFn: async ({ signal }) => {
      const { askProfile } = await import('../../../shared/people/profile')
      return askProfile(peer, signal)
    },
  })
