import { FIELD_WORDS } from '../../shared/people/attribute-texts'
import type { GenderWord } from '../../shared/people/person'

/** What a search asks for. Empty parts are left to the service: whom the member seeks, their own country. */
export type Filters = {
  gender: GenderWord | null
  /** Whom those found look for; null: somebody like the member, for visitors whomever. */
  sought: GenderWord | null
  country: string
  /** 0: all. */
  region: number
  minAge: number
  /** `OLDEST`: no bound. */
  maxAge: number
  /** Slugs; a found member has all of them. */
  interests: readonly string[]
  /** Words of a field are alternatives. */
  attributes: Readonly<Record<string, readonly string[]>>
  withPhoto: boolean
  withFictional: boolean
}

/** What the site lets its members search by. */
export type Rules = {
  minAge: number
  countries: readonly string[]
  searchFields: readonly string[]
  fictional: boolean
}

/** The upper end of the ages; it means this old or older. */
export const OLDEST = 80

const GENDER_WORDS: readonly GenderWord[] = ['woman', 'man', 'nonbinary']

/** Fields of the site that have words to search by. */
export const attributeFields = ({ searchFields }: Rules): string[] =>
  searchFields.filter(field => field in FIELD_WORDS)

export const noFilters = (rules: Rules): Filters => ({
  gender: null,
  sought: null,
  country: '',
  region: 0,
  minAge: rules.minAge,
  maxAge: OLDEST,
  interests: [],
  attributes: {},
  withPhoto: false,
  withFictional: false,
})

const list = (text: string | null): string[] => (text ? text.split(',').filter(Boolean) : [])

function whole(text: string | null, least: number, most: number): number | null {
  if (text === null || !/^\d{1,10}$/.test(text)) return null
  const value = Number(text)
  return value >= least && value <= most ? value : null
}

/** Reads an address; whatever the site does not know or allow is left out. */
export function readFilters(search: URLSearchParams, rules: Rules): Filters {
  const minAge = whole(search.get('min_age'), rules.minAge, OLDEST) ?? rules.minAge
  const maxAge = whole(search.get('max_age'), rules.minAge, OLDEST) ?? OLDEST
  const country = search.get('country') ?? ''
  const attributes: Record<string, string[]> = {}
  for (const field of attributeFields(rules)) {
    const words = list(search.get(field)).filter(word => FIELD_WORDS[field]?.includes(word))
    if (words.length > 0) attributes[field] = words
  }
  return {
    gender: GENDER_WORDS.find(word => word === search.get('gender')) ?? null,
    sought: GENDER_WORDS.find(word => word === search.get('sought')) ?? null,
    country: rules.countries.includes(country) ? country : '',
    region: whole(search.get('region'), 1, 0x7fff_ffff) ?? 0,
    minAge: Math.min(minAge, maxAge),
    maxAge: Math.max(minAge, maxAge),
    interests: rules.searchFields.includes('interests') ? list(search.get('interests')).slice(0, 12) : [],
    attributes,
    withPhoto: search.get('photo') === '1',
    withFictional: rules.fictional && search.get('fictional') === '1',
  }
}

/** The address of a search; two that ask the same have the same. */
export function writeFilters(filters: Filters, rules: Rules): URLSearchParams {
  const search = new URLSearchParams()
  const set = (name: string, value: string | number | false | null) => {
    if (value) search.set(name, String(value))
  }
  set('gender', filters.gender)
  set('sought', filters.sought)
  set('country', filters.country)
  set('region', filters.region)
  set('min_age', filters.minAge > rules.minAge && filters.minAge)
  set('max_age', filters.maxAge < OLDEST && filters.maxAge)
  set('interests', [...filters.interests].sort().join(','))
  for (const field of attributeFields(rules))
    set(field, [...(filters.attributes[field] ?? [])].sort().join(','))
  set('photo', filters.withPhoto && 1)
  set('fictional', filters.withFictional && 1)
  return search
}

/** How many filters are on. */
export function countFilters(filters: Filters, rules: Rules): number {
  const search = writeFilters(filters, rules)
  // Both ends of the ages are one filter.
  if (search.has('min_age')) search.delete('max_age')
  return search.size
}
