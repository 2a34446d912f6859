import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { paths } from '../../../shared/paths'
import { prefetch } from '../../../shared/prefetch'
import { useToSignUp } from '../../../shared/session/use-to-sign-up'
import { userQuery } from '../../../shared/session/user'
import { useSettings } from '../../../shared/settings/context'
import { inSiteLanguage } from '../../../shared/settings/texts'
import { AppLink } from '../../../ui/app-link'
import { Button, buttonClass } from '../../../ui/button'
import { ChatIcon, HandIcon, ShieldIcon } from '../../../ui/icons'
import { Picture } from '../components/picture'

/** The first page of the site. */
export default function Index() {
  usePageTitle(null)
  const { i18n } = useLingui()
  const settings = useSettings()
  const { name } = settings
  // The operator's own words are in the domain's language only.
  const description = inSiteLanguage(settings, i18n.locale) ? settings.description : ''
  return (
    <div className="index">
      <section className="hero">
        <div className="hero-text">
          <h1>
            <Trans>It starts with a spark.</Trans>
          </h1>
          <p className="hero-lead">
            {description || <Trans>Meet people who are looking for somebody too.</Trans>}
          </p>
          <Call />
        </div>
        <Picture />
      </section>
      <section className="promises" aria-labelledby="promises">
        <h2 id="promises">
          <Trans>What you may expect of {name}</Trans>
        </h2>
        <ul>
          <Pledge icon={<HandIcon />} title={<Trans>Honest</Trans>}>
            <Trans>Nobody is made up to keep you here. What looks like a member's act is one.</Trans>
          </Pledge>
          <Pledge icon={<ShieldIcon />} title={<Trans>Yours</Trans>}>
            <Trans>Your e-mail address and date of birth stay hidden. Leaving takes two clicks.</Trans>
          </Pledge>
          <Pledge icon={<ChatIcon />} title={<Trans>Calm</Trans>}>
            <Trans>No shouting, no clock that rushes you, and only the mail you want.</Trans>
          </Pledge>
        </ul>
      </section>
    </div>
  )
}

/** The way in: sign up, or log in. */
function Call() {
  const { t } = useLingui()
  const { signups, logged_out_search: lookAround } = useSettings()
  const { data: user } = useQuery(userQuery())
  const signUp = useToSignUp()
  const warm = () => prefetch(paths.signup)
  if (user) {
    return (
      <div className="hero-call">
        <AppLink className={buttonClass('primary', 'lg')} to={paths.members}>
          <Trans>Continue</Trans>
        </AppLink>
      </div>
    )
  }
  return (
    <div className="hero-call">
      {signups !== 'off' && (
        <Button size="lg" onPointerEnter={warm} onFocus={warm} onTouchStart={warm} onClick={signUp}>
          {t`Sign up for free`}
        </Button>
      )}
      <AppLink className={buttonClass('quiet', 'lg')} to={paths.login}>
        <Trans>Log in</Trans>
      </AppLink>
      {lookAround && (
        <AppLink className={buttonClass('link', 'lg')} to={paths.members}>
          <Trans>Look at members</Trans>
        </AppLink>
      )}
    </div>
  )
}

function Pledge({ icon, title, children }: { icon: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <li className="promise">
      <span className="promise-icon">{icon}</span>
      <h3>{title}</h3>
      <p>{children}</p>
    </li>
  )
}
