import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { php } from '../http/php'
import { pushSubscribed } from '../pwa/push-state'
import { keys } from '../query/keys'
import { userPollInterval } from '../query/polling'
import { STALE } from '../query/stale'
import { PhpProfile, personOfPhp } from './of-php'
import type { Person } from './person'

/** Somebody in a list of likes; `like_new` only where somebody likes the member. */
export type LikeEntry = Person & { like_new: boolean }

/** Whom the member likes, and who likes the member: new ones first. */
export type Likes = { profiles: LikeEntry[]; liked_by: LikeEntry[] }

const Entry = v.pipe(
  v.object({ ...PhpProfile.entries, like_new: v.optional(v.boolean(), false) }),
  v.transform(({ like_new, ...profile }): LikeEntry => ({ ...personOfPhp(profile), like_new })),
)

const LikesAnswer = v.object({ profiles: v.array(Entry), liked_by: v.array(Entry) })

/** A member's likes both ways. Asked again on a clock, as the specification says. */
export const likesQuery = () =>
  queryOptions({
    queryKey: keys.likes(),
    staleTime: STALE.halfMinute,
    queryFn: ({ signal }): Promise<Likes> => php('likes.php', LikesAnswer, { signal }),
    refetchInterval: query => userPollInterval(query.state.dataUpdateCount, pushSubscribed()),
    meta: { progress: true },
  })

/** Those who like each other, in the order of the likes received. */
export const matchesOf = ({ profiles, liked_by }: Likes): LikeEntry[] => {
  const mine = new Set(profiles.map(({ id }) => id))
  return liked_by.filter(({ id }) => mine.has(id))
}

/** A like that has been looked at is new no more. */
export const seen = (likes: Likes, id: string): Likes => ({
  ...likes,
  liked_by: likes.liked_by.map(entry => (entry.id === id ? { ...entry, like_new: false } : entry)),
})

/** With somebody liked, or liked no more. */
export const withLiked = (likes: Likes, person: Person, liked: boolean): Likes => {
  const others = likes.profiles.filter(({ id }) => id !== person.id)
  return { ...likes, profiles: liked ? [{ ...person, like_new: false }, ...others] : others }
}

/** Without somebody, as after a block. */
export const without = (likes: Likes, id: string): Likes => ({
  profiles: likes.profiles.filter(entry => entry.id !== id),
  liked_by: likes.liked_by.filter(entry => entry.id !== id),
})

/** Changes the likes that are held; the answer takes the change back. */
export function changeLikes(client: QueryClient, change: (likes: Likes) => Likes): () => void {
  const { queryKey } = likesQuery()
  const before = client.getQueryData(queryKey)
  client.setQueryData(queryKey, old => old && change(old))
  // A member who has left meanwhile gets nothing back.
  return () => client.setQueryData(queryKey, old => old && before)
}
