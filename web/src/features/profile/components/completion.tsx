import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useAttributeTexts } from '../../../shared/people/attribute-texts'
import type { OwnProfile } from '../../../shared/people/own-profile'
import { CheckIcon } from '../../../ui/icons'

/** How far the profile is, and what is still empty, each with the way to it. */
export function Completion({ profile }: { profile: OwnProfile }) {
  const { t } = useLingui()
  const texts = useAttributeTexts()
  const names: Record<string, string> = {
    photo: t`Photo`,
    place: t`City`,
    interests: t`Interests`,
    about: t`Something about you`,
  }
  const places: Record<string, string> = { photo: 'photos', place: 'place', interests: 'interests' }
  const { missing, choices } = profile
  // Photo, place and words are asked for always, interests where the site has them.
  const all = choices.length + 3 + Number(missing.includes('interests') || profile.interests.length > 0)
  const done = Math.max(all - missing.length, 0)
  if (missing.length === 0) {
    return (
      <p className="completion completion--done">
        <CheckIcon />
        <Trans>Your profile is complete.</Trans>
      </p>
    )
  }
  return (
    <section className="completion" aria-labelledby="completion">
      <h2 id="completion">
        <Trans>Complete your profile</Trans>
      </h2>
      <progress max={all} value={done} aria-label={t`${done} of ${all} done`} />
      <p>
        {t`${plural(missing.length, { one: 'One thing is still empty.', other: '# things are still empty.' })}`}
      </p>
      <ul className="tags">
        {missing.map(word => (
          <li key={word}>
            <a href={`#${places[word] ?? 'about'}`}>{names[word] ?? texts.field(word)}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
