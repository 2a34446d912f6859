import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAttributeTexts, useSoughtTexts } from '../../../shared/people/attribute-texts'
import { interestsQuery } from '../../../shared/people/interests'
import type { Profile } from '../../../shared/people/profile'

/** What somebody tells: words about oneself, attributes, whom they look for, interests. */
export function About({ profile, visitor }: { profile: Profile; visitor: boolean }) {
  const { t, i18n } = useLingui()
  const texts = useAttributeTexts()
  const sought = useSoughtTexts()
  const { data: interests } = useQuery({
    ...interestsQuery(i18n.locale),
    enabled: profile.interests.length > 0,
  })
  const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' })
  const nameOf = (slug: string) => interests?.find(interest => interest.slug === slug)?.name
  if (visitor) {
    return (
      <p className="lead">
        <Trans>What members tell of themselves is for members.</Trans>
      </p>
    )
  }
  const rows = [
    ...(profile.seeking.length > 0
      ? [{ name: t`Looks for`, text: list.format(profile.seeking.map(word => sought[word])) }]
      : []),
    ...profile.attributes.map(({ field, value }) => ({
      name: texts.field(field),
      text: texts.value(field, value),
    })),
  ]
  return (
    <>
      {profile.about && (
        <Part id="about" title={t`About me`}>
          <p className="about-text">{profile.about}</p>
        </Part>
      )}
      {rows.length > 0 && (
        <Part id="attributes" title={t`In short`}>
          <dl className="details">
            {rows.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {profile.interests.length > 0 && (
        <Part id="interests" title={t`Interests`}>
          <ul className="tags">
            {profile.interests.map(slug => {
              const name = nameOf(slug)
              return name ? <li key={slug}>{name}</li> : <li key={slug} className="tag-waiting" />
            })}
          </ul>
        </Part>
      )}
    </>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="member-part" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  )
}
