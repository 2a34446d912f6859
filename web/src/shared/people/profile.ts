import { queryOptions } from '@tanstack/react-query'
import type { Profile as Answer } from '../../gen/vonk/profiles/v1/profiles_pb'
import { keys } from '../query/keys'
import { STALE } from '../query/stale'
import { profiles } from '../rpc/profiles'
import { genderWord, personOf, pictureOf } from './of-card'
import type { GenderWord, Person, Picture } from './person'

/** Somebody's profile as others see it. */
export type Profile = {
  person: Person
  photos: Picture[]
  /** More photos than the reader may see: how many. */
  lockedPhotos: number
  attributes: { field: string; value: string }[]
  /** Slugs. */
  interests: string[]
  about: string
  seeking: GenderWord[]
}

/** A profile as profiles sends it. */
export function profileOf(answer: Answer): Profile {
  if (!answer.card) throw new TypeError('a profile without a card')
  return {
    person: personOf(answer.card),
    photos: answer.photos.map(pictureOf),
    lockedPhotos: answer.lockedPhotos,
    attributes: answer.attributes.map(({ field, value }) => ({ field, value })),
    interests: answer.interests,
    about: answer.about,
    seeking: answer.seeking.flatMap(gender => genderWord(gender) ?? []),
  }
}

/** Asks for somebody's profile. */
export async function askProfile(id: string, signal: AbortSignal): Promise<Profile> {
  const { profile } = await profiles.getProfile({ memberId: id }, { signal })
  if (!profile) throw new TypeError('an answer without a profile')
  return profileOf(profile)
}

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: keys.profile(id),
    staleTime: STALE.fiveMinutes,
    queryFn: ({ signal }) => askProfile(id, signal),
    meta: { progress: true },
  })
