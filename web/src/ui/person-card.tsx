import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Person } from '../shared/people/person'
import { AppLink } from './app-link'
import { FictionalLabel } from './fictional-label'
import { nameAndAge, PlaceLine } from './person-place'
import { Photo } from './photo'

type Props = {
  person: Person
  to: string
  /** Not looked at yet. */
  isNew?: boolean
  /** Among the first on the page: its photo is fetched before the others. */
  first?: boolean
  /** What can be done besides opening it. */
  action?: ReactNode
}

/** Somebody in a list: the photo first, then name, age and place on it. */
export function PersonCard({ person, to, isNew = false, first = false, action }: Props) {
  return (
    <article className="person-card" data-new={isNew || undefined}>
      <AppLink to={to} className="person-link">
        <Photo
          picture={person.photo}
          alt=""
          sizes="(min-width: 992px) 260px, (min-width: 576px) 33vw, 50vw"
          first={first}
        />
        <span className="person-marks">
          {isNew && (
            <span className="mark mark--new">
              <Trans>New</Trans>
            </span>
          )}
          {person.online && (
            <span className="mark mark--online">
              <Trans>Online</Trans>
            </span>
          )}
        </span>
        <span className="person-scrim">
          <strong className="person-name">{nameAndAge(person)}</strong>
          <PlaceLine person={person} />
          {person.fictional && <FictionalLabel />}
        </span>
      </AppLink>
      {action && <div className="person-action">{action}</div>}
    </article>
  )
}

/** The place of a card while it is on its way. */
export function PersonCardSkeleton() {
  return <div className="person-card person-card--waiting" />
}
