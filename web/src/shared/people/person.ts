/** A photo in its three sizes; the names are paths below the site's `cdn_prefix`. */
export type Picture = {
  id: string
  /** 1,200 pixels wide, or what the photo has. */
  large: string
  /** 480 pixels wide. */
  medium: string
  /** 160 pixels wide. */
  thumb: string
  /** Pixels of the largest; 0 when unknown. */
  width: number
  height: number
  /** Empty when unknown. */
  blurHash: string
}

export type GenderWord = 'woman' | 'man' | 'nonbinary'

/** What a card shows of somebody. */
export type Person = {
  id: string
  name: string
  /** Run by the company: every place that shows it says so. */
  fictional: boolean
  /** Whole years; null when not told. */
  age: number | null
  /** ISO 3166-1 alpha-2. */
  country: string
  region: string
  /** Empty when not told. */
  city: string
  photo: Picture | null
  online: boolean
  /** Whole kilometres between the grid cells of both; null when unknown. */
  distanceKm: number | null
  gender: GenderWord | null
}
