import { useLingui } from '@lingui/react/macro'
import { countryName, formatKilometres } from '../shared/i18n/format'
import type { Person } from '../shared/people/person'

/** A number and its unit stay on one line. */
const NO_BREAK = '\u00a0'

/** Where somebody lives, and how far that is: "Utrecht · 12 km". */
export function usePlaceText(): (person: Person) => string {
  const { t, i18n } = useLingui()
  return person => {
    const place = person.city || person.region || (person.country && countryName(person.country, i18n.locale))
    const far =
      person.distanceKm === null
        ? ''
        : person.distanceKm === 0
          ? t`close by`
          : formatKilometres(person.distanceKm, i18n.locale).replaceAll(' ', NO_BREAK)
    return [place, far].filter(Boolean).join(' · ')
  }
}

/** Name and age: "Anna, 34". */
export const nameAndAge = ({ name, age }: Person): string => (age === null ? name : `${name}, ${age}`)
