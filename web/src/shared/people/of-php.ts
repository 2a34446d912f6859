import * as v from 'valibot'
import type { Person } from './person'

const text = v.optional(v.nullable(v.string()), '')

/** A profile as /api/*.php answers it. */
export const PhpProfile = v.object({
  id: v.string(),
  name: v.string(),
  /** Null for somebody who is gone. */
  kind: v.optional(v.nullable(v.string()), ''),
  country: text,
  status: text,
  main_image: v.optional(
    v.nullable(
      v.object({
        filename: v.string(),
        thumb_filename: v.string(),
        match: v.string(),
        blur_hash: text,
        width: v.optional(v.number(), 0),
        height: v.optional(v.number(), 0),
      }),
    ),
    null,
  ),
  age: v.optional(v.nullable(v.number()), null),
  region: text,
  city: text,
  online: v.optional(v.boolean(), false),
  distance_km: v.optional(v.nullable(v.number()), null),
  gender: v.optional(v.nullable(v.picklist(['woman', 'man', 'nonbinary'])), null),
})

export type PhpProfile = v.InferOutput<typeof PhpProfile>

/** The same person as a card shows. */
export const personOfPhp = (profile: PhpProfile): Person => ({
  id: profile.id,
  name: profile.name,
  // Whoever is not surely a member, or gone, is labelled.
  fictional: profile.kind !== 'member' && profile.status !== 'deleted',
  age: profile.age || null,
  country: profile.country ?? '',
  region: profile.region ?? '',
  city: profile.city ?? '',
  photo: profile.main_image && {
    id: profile.main_image.filename,
    large: profile.main_image.filename,
    medium: profile.main_image.match,
    thumb: profile.main_image.thumb_filename,
    width: profile.main_image.width,
    height: profile.main_image.height,
    blurHash: profile.main_image.blur_hash ?? '',
  },
  online: profile.online,
  distanceKm: profile.distance_km,
  gender: profile.gender,
})
