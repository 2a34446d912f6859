import { useLingui } from '@lingui/react/macro'
import { countryName, formatKilometres } from '../shared/i18n/format'
import type { Person } from '../shared/people/person'

/** A number and its unit stay on one line. */
const NO_BREAK = '\u00a0'

/** Where somebody lives, and how far that is; empty when unknown. */
function usePlace(): (person: Person) => { place: string; far: string } {
  const { t, i18n } = useLingui()
  return person => {
    const place = person.city || person.region || (person.country && countryName(person.country, i18n.locale))
    const far =
      person.distanceKm === null
        ? ''
        : person.distanceKm === 0
          ? t`close by`
          : formatKilometres(person.distanceKm, i18n.locale).replaceAll(' ', NO_BREAK)
    return { place, far }
  }
}

const together = ({ place, far }: ReturnType<ReturnType<typeof usePlace>>) =>
  [place, far].filter(Boolean).join(' · ')

/** Both as a text: "Utrecht · 12 km". */
export function usePlaceText(): (person: Person) => string {
  const placeOf = usePlace()
  return person => together(placeOf(person))
}

/** Both on one line of a card: a long name of a place is cut, the distance never. */
export function PlaceLine({ person }: { person: Person }) {
  const { place, far } = usePlace()(person)
  if (!place && !far) return null
  return (
    <span className="person-place" title={together({ place, far })}>
      {place && <span className="person-city">{place}</span>}
      {far && <span>{place ? ` · ${far}` : far}</span>}
    </span>
  )
}

/** Name and age: "Anna, 34". */
export const nameAndAge = ({ name, age }: Person): string => (age === null ? name : `${name}, ${age}`)
