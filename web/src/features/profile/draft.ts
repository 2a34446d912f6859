import * as v from 'valibot'
import type { OwnProfile } from '../../shared/people/own-profile'
import type { GenderWord } from '../../shared/people/person'
import { PERSONAL } from '../../shared/storage/personal'
import { read, remove, write } from '../../shared/storage/store'

/** What the member has changed and not saved; only what differs from the profile. */
export type Draft = {
  about?: string
  seeking?: GenderWord[]
  /** An empty value clears the field. */
  attributes?: Record<string, string>
  interests?: string[]
}

/** The fields as the form shows them: the profile with the draft upon it. */
export type Fields = {
  about: string
  seeking: GenderWord[]
  attributes: Record<string, string>
  interests: string[]
}

const Stored = v.object({
  about: v.exactOptional(v.pipe(v.string(), v.maxLength(4_000))),
  seeking: v.exactOptional(v.array(v.picklist(['woman', 'man', 'nonbinary']))),
  attributes: v.exactOptional(v.record(v.string(), v.string())),
  interests: v.exactOptional(v.array(v.string())),
})

const keyOf = (memberId: string) => `${PERSONAL}profile-draft.${memberId}`

export const readDraft = (memberId: string): Draft => read('local', keyOf(memberId), Stored) ?? {}

export function keepDraft(memberId: string, draft: Draft): void {
  if (isEmpty(draft)) remove('local', keyOf(memberId))
  else write('local', keyOf(memberId), draft)
}

export const isEmpty = (draft: Draft): boolean => Object.keys(draft).length === 0

/** What the profile says, in the shape of the form. */
export const fieldsOf = (profile: OwnProfile): Fields => ({
  about: profile.about,
  seeking: profile.seeking,
  attributes: Object.fromEntries(profile.attributes.map(({ field, value }) => [field, value])),
  interests: profile.interests,
})

export const withDraft = (fields: Fields, draft: Draft): Fields => ({
  about: draft.about ?? fields.about,
  seeking: draft.seeking ?? fields.seeking,
  attributes: { ...fields.attributes, ...draft.attributes },
  interests: draft.interests ?? fields.interests,
})

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every(word => other.includes(word))

/** The draft that makes these fields of the profile's. */
export function draftOf(fields: Fields, saved: Fields): Draft {
  const attributes = Object.fromEntries(
    Object.entries(fields.attributes).filter(([field, value]) => value !== (saved.attributes[field] ?? '')),
  )
  return {
    ...(fields.about !== saved.about && { about: fields.about }),
    ...(!sameList(fields.seeking, saved.seeking) && { seeking: fields.seeking }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(!sameList(fields.interests, saved.interests) && { interests: fields.interests }),
  }
}

/** What is left of a draft after a part of it was saved: what was changed again meanwhile. */
export function withoutSent(draft: Draft, sent: Draft): Draft {
  const attributes = Object.fromEntries(
    Object.entries(draft.attributes ?? {}).filter(([field, value]) => sent.attributes?.[field] !== value),
  )
  const changed = (now: readonly string[] | undefined, then: readonly string[] | undefined) =>
    now !== undefined && !(then && sameList(now, then))
  return {
    ...(draft.about !== undefined && draft.about !== sent.about && { about: draft.about }),
    ...(draft.seeking && changed(draft.seeking, sent.seeking) && { seeking: draft.seeking }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(draft.interests && changed(draft.interests, sent.interests) && { interests: draft.interests }),
  }
}
