import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { php } from '../http/php'
import { pushSubscribed } from '../pwa/push-state'
import { keys } from '../query/keys'
import { userPollInterval } from '../query/polling'
import { STALE } from '../query/stale'

export const User = v.object({
  id: v.string(),
  status: v.string(),
  credits: v.optional(v.number(), 0),
  paid_user: v.optional(v.boolean(), false),
  signup_date: v.optional(v.nullable(v.string()), null),
  language: v.optional(v.string(), ''),
  notifications_disabled: v.optional(v.array(v.string()), []),
  profile: v.object({
    id: v.string(),
    name: v.string(),
    country: v.optional(v.nullable(v.string()), null),
    status: v.optional(v.string(), ''),
  }),
})

export type User = v.InferOutput<typeof User>

export const UserAnswer = v.object({ user: v.nullable(User) })

/** Who is logged in; null for a visitor. Asked again on a clock, as the specification says. */
export const userQuery = () =>
  queryOptions({
    queryKey: keys.user(),
    queryFn: async ({ signal }) => (await php('user.php', UserAnswer, { signal })).user,
    staleTime: STALE.halfMinute,
    refetchInterval: query => userPollInterval(query.state.dataUpdateCount, pushSubscribed()),
    meta: { progress: true },
  })
