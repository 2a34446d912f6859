import { type Card, Gender, type Photo, ProfileKind } from '../../gen/vonk/profiles/v1/profiles_pb'
import type { GenderWord, Person, Picture } from './person'

const WORDS: Partial<Record<Gender, GenderWord>> = {
  [Gender.WOMAN]: 'woman',
  [Gender.MAN]: 'man',
  [Gender.NONBINARY]: 'nonbinary',
}

/** Profiles' number of a gender. */
export const GENDERS: Record<GenderWord, Gender> = {
  woman: Gender.WOMAN,
  man: Gender.MAN,
  nonbinary: Gender.NONBINARY,
}

/** The word of profiles' number; null for one that is none. */
export const genderWord = (gender: Gender): GenderWord | null => WORDS[gender] ?? null

export const pictureOf = (photo: Photo): Picture => ({
  id: photo.id,
  large: photo.filename,
  medium: photo.matchFilename,
  thumb: photo.thumbFilename,
  width: photo.width,
  height: photo.height,
  blurHash: photo.blurHash,
})

/** A card as profiles sends it. */
export const personOf = (card: Card): Person => ({
  id: card.memberId,
  name: card.name,
  // Whoever is not surely a member is labelled.
  fictional: card.kind !== ProfileKind.MEMBER,
  age: card.age || null,
  country: card.country,
  region: card.region,
  city: card.city,
  photo: card.mainPhoto ? pictureOf(card.mainPhoto) : null,
  online: card.online,
  distanceKm: card.distanceKm ?? null,
  gender: genderWord(card.gender),
})
