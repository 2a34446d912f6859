import { queryOptions } from '@tanstack/react-query'
import type { OwnProfile as Answer } from '../../gen/vonk/profiles/v1/profiles_pb'
import { keys } from '../query/keys'
import { STALE } from '../query/stale'
import { profiles } from '../rpc/profiles'
import { type Profile, profileOf } from './profile'

/** The member's own profile with everything that may be edited. */
export type OwnProfile = Profile & {
  invisible: boolean
  photoLimit: number
  /** Fields the site asks for that are empty: fields of attributes, or photo, place, interests, about. */
  missing: string[]
  /** The words each field of the site may have. */
  choices: { field: string; values: string[] }[]
}

/** As profiles sends it. */
export function ownProfileOf(answer: Answer | undefined): OwnProfile {
  if (!answer?.profile) throw new TypeError('an answer without a profile')
  return {
    ...profileOf(answer.profile),
    invisible: answer.invisible,
    photoLimit: answer.photoLimit,
    missing: answer.missing,
    choices: answer.choices.map(({ field, values }) => ({ field, values })),
  }
}

export const ownProfileQuery = () =>
  queryOptions({
    queryKey: keys.ownProfile(),
    staleTime: STALE.halfMinute,
    queryFn: async ({ signal }): Promise<OwnProfile> =>
      ownProfileOf((await profiles.getOwnProfile({}, { signal })).profile),
  })
