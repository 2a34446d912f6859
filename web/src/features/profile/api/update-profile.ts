import { GENDERS } from '../../../shared/people/of-card'
import { type OwnProfile, ownProfileOf } from '../../../shared/people/own-profile'
import { profiles } from '../../../shared/rpc/profiles'
import type { Draft } from '../draft'

/** Saves what the draft changes; the answer is the profile after it. */
export async function updateProfile(draft: Draft): Promise<OwnProfile> {
  const { profile } = await profiles.updateProfile({
    ...(draft.about !== undefined && { about: draft.about }),
    attributes: Object.entries(draft.attributes ?? {}).map(([field, value]) => ({ field, value })),
    interests: draft.interests ?? [],
    setInterests: draft.interests !== undefined,
    seeking: (draft.seeking ?? []).map(word => GENDERS[word]),
  })
  return ownProfileOf(profile)
}
