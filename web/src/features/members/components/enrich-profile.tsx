import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../shared/paths'
import { ownProfileQuery } from '../../../shared/people/own-profile'
import { useHiddenAlert } from '../../../shared/storage/hidden-alert'
import { AppLink } from '../../../ui/app-link'
import { buttonClass, IconButton } from '../../../ui/button'
import { CameraIcon, CloseIcon, PersonIcon } from '../../../ui/icons'

const A_WEEK = 7 * 24 * 60 * 60_000

/** Asks to complete the profile while the site misses something of it. */
export default function EnrichProfile({ userId }: { userId: string }) {
  const { t } = useLingui()
  const { data } = useQuery(ownProfileQuery())
  const [hidden, hide] = useHiddenAlert(`enrich-profile.${userId}`, A_WEEK)
  const left = data?.missing.length ?? 0
  if (hidden || !data || left === 0) return null
  const noPhoto = data.missing.includes('photo')
  return (
    <section className="enrich" aria-labelledby="enrich">
      <span className="enrich-icon">{noPhoto ? <CameraIcon /> : <PersonIcon />}</span>
      <div>
        <strong id="enrich">
          <Trans>Complete your profile</Trans>
        </strong>
        <p>
          {noPhoto
            ? t`Add a photo, so that others see who you are.`
            : t`${plural(left, { one: 'One thing is still empty.', other: '# things are still empty.' })}`}
        </p>
      </div>
      <AppLink className={buttonClass('primary', 'sm')} to={paths.profile}>
        <Trans>Complete it</Trans>
      </AppLink>
      <IconButton className="enrich-close" label={t`Not now`} icon={<CloseIcon />} onClick={hide} />
    </section>
  )
}
