import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../shared/query/keys'
import { STALE } from '../../../shared/query/stale'
import { rpc } from '../../../shared/rpc/clients'
import { dateOf } from './account'

export type OpenSession = { id: string; device: string; lastSeenAt: Date | null; current: boolean }

export const sessionsQuery = () =>
  queryOptions({
    queryKey: keys.sessions(),
    staleTime: STALE.halfMinute,
    queryFn: async ({ signal }): Promise<OpenSession[]> => {
      const { sessions } = await rpc.accounts.listSessions({}, { signal })
      return sessions.map(({ id, device, lastSeenAt, createdAt, current }) => ({
        id,
        device,
        current,
        lastSeenAt: dateOf(lastSeenAt ?? createdAt),
      }))
    },
  })

export const endSession = (id: string) => rpc.accounts.endSessions({ which: { case: 'sessionId', value: id } })

export const endOtherSessions = () => rpc.accounts.endSessions({ which: { case: 'allOthers', value: true } })
