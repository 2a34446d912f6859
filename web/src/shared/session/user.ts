import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { php } from '../http/php'
import { pushSubscribed } from '../pwa/push-state'
import { keys } from '../query/keys'
import { userPollInterval } from '../query/polling'
import { STALE } from '../query/stale'
import { forgetOthers } from './forget'

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
    main_image: v.optional(
      v.nullable(v.object({ filename: v.string(), thumb_filename: v.string(), match: v.string() })),
      null,
    ),
  }),
})

export type User = v.InferOutput<typeof User>

export const UserAnswer = v.object({ user: v.nullable(User) })

/** Before somebody is known to be here: makes sure that nothing asked for by another is left. */
export function makeRoomFor(client: QueryClient, user: User | null): void {
  const held = client.getQueryData<User | null>(keys.user())
  if (user && held !== undefined && held?.id !== user.id) forgetOthers(client)
}

/** Who is logged in; null for a visitor. Asked again on a clock, as the specification says. */
export const userQuery = () =>
  queryOptions({
    queryKey: keys.user(),
    queryFn: async ({ signal, client }) => {
      const { user } = await php('user.php', UserAnswer, { signal })
      // Logged in on another page of this browser.
      makeRoomFor(client, user)
      return user
    },
    staleTime: STALE.halfMinute,
    refetchInterval: query => userPollInterval(query.state.dataUpdateCount, pushSubscribed()),
    meta: { progress: true },
  })
