import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { NavLink } from 'react-router'
import { paths } from '../../shared/paths'
import { userQuery } from '../../shared/session/user'
import { AppLink } from '../../ui/app-link'
import { Avatar } from '../../ui/avatar'
import { buttonClass } from '../../ui/button'
import { Brand } from './brand'
import { LanguageSwitcher } from './language-switcher'

const AccountMenu = lazy(() => import('./account-menu'))

/** The bar at the top: where a member goes, or how a visitor logs in. */
export function TopNav() {
  const { t } = useLingui()
  const { data: user } = useQuery(userQuery())
  return (
    <header className="top-nav">
      <div className="top-nav-inner">
        <Brand />
        {user && (
          <nav className="top-nav-links" aria-label={t`Main`}>
            <NavLink to={paths.members}>
              <Trans>Home</Trans>
            </NavLink>
            <NavLink to={paths.notifications}>
              <Trans>Notifications</Trans>
            </NavLink>
          </nav>
        )}
        <div className="top-nav-end">
          {!user && <LanguageSwitcher />}
          {user && (
            <Suspense fallback={<AccountWaiting name={user.profile.name} />}>
              <AccountMenu name={user.profile.name} />
            </Suspense>
          )}
          {user === null && (
            <AppLink className={buttonClass('secondary', 'sm')} to={paths.login}>
              <Trans>Log in</Trans>
            </AppLink>
          )}
        </div>
      </div>
    </header>
  )
}

/** The button's place while its menu loads. */
function AccountWaiting({ name }: { name: string }) {
  return (
    <span className="account-button account-button--waiting">
      <Avatar name={name} size="sm" />
      <span className="account-name">{name}</span>
    </span>
  )
}
