import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { isPhone } from '../../../shared/a11y/media'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { formatDay } from '../../../shared/i18n/format'
import { useModals } from '../../../shared/modals/registry'
import { paths } from '../../../shared/paths'
import { ResendActivation } from '../../../shared/resend-activation/resend-activation'
import { needsActivationReminder } from '../../../shared/session/reminder'
import { type User, userQuery } from '../../../shared/session/user'
import { useSettings } from '../../../shared/settings/context'
import { Alert } from '../../../ui/alert'
import { AppLink } from '../../../ui/app-link'
import { Avatar } from '../../../ui/avatar'
import { BellIcon, CheckIcon, MailIcon, NextIcon, PersonIcon } from '../../../ui/icons'

/** The members' home. */
export default function Members() {
  const { t } = useLingui()
  usePageTitle(t`Home`)
  const { data: user } = useQuery(userQuery())
  // MembersArea lets only members through.
  return user ? <Home user={user} /> : null
}

function Home({ user }: { user: User }) {
  const { t, i18n } = useLingui()
  const settings = useSettings()
  const { name } = user.profile
  const since = user.signup_date ? formatDay(new Date(user.signup_date), i18n.locale) : null
  const confirmed = user.status !== 'not_confirmed'
  return (
    <div className="page page--narrow home">
      <ActivationReminder user={user} />
      <header className="home-head">
        <Avatar name={name} size="lg" />
        <div>
          <h1>
            <Trans>Hello {name}</Trans>
          </h1>
          <p className="lead">
            <Trans>Good to have you at {settings.name}.</Trans>
          </p>
        </div>
      </header>
      <section className="card state-card" aria-labelledby="state">
        <h2 id="state">
          <Trans>Your account</Trans>
        </h2>
        <ul className="state-list">
          <li data-state={confirmed ? 'done' : 'open'}>
            <span className="state-mark">{confirmed ? <CheckIcon /> : <MailIcon />}</span>
            {confirmed ? (
              <Trans>E-mail address confirmed</Trans>
            ) : (
              <Trans>E-mail address not confirmed yet</Trans>
            )}
          </li>
          {since && (
            <li data-state="done">
              <span className="state-mark">
                <CheckIcon />
              </span>
              <Trans>Member since {since}</Trans>
            </li>
          )}
        </ul>
      </section>
      <nav className="tiles" aria-label={t`Next`}>
        <Tile to={paths.profile} icon={<PersonIcon />} title={t`My profile`}>
          <Trans>Your details, your password, where you are logged in.</Trans>
        </Tile>
        <Tile to={paths.notifications} icon={<BellIcon />} title={t`Notifications`}>
          <Trans>Choose what you want to hear of.</Trans>
        </Tile>
      </nav>
    </div>
  )
}

type TileProps = { to: string; icon: ReactNode; title: string; children: ReactNode }

function Tile({ to, icon, title, children }: TileProps) {
  return (
    <AppLink to={to} className="tile">
      <span className="tile-icon">{icon}</span>
      <span>
        <strong>{title}</strong>
        <span className="tile-text">{children}</span>
      </span>
      <NextIcon />
    </AppLink>
  )
}

/** An alert; a modal instead on a phone right after a sign-up elsewhere. */
function ActivationReminder({ user }: { user: User }) {
  const [search] = useSearchParams()
  const { open } = useModals()
  const needed = needsActivationReminder(user)
  const asModal = needed && search.has('api_signup_complete') && isPhone()
  useEffect(() => {
    if (asModal) open('activation-reminder', {})
  }, [asModal, open])
  if (!needed || asModal) return null
  return (
    <Alert tone="warning" action={<ResendActivation email="" />}>
      <strong>
        <Trans>Confirm your e-mail address</Trans>
      </strong>
      <p>
        <Trans>Open the link in the mail we sent you. Until then others cannot answer you.</Trans>
      </p>
    </Alert>
  )
}
