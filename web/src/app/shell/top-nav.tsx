import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { userQuery } from '../../shared/session/user'
import { useWayBack } from '../../shared/session/way-back'
import { AppLink } from '../../ui/app-link'
import { Avatar } from '../../ui/avatar'
import { buttonClass } from '../../ui/button'
import { Brand } from './brand'
import { LanguageSwitcher } from './language-switcher'

const MemberNav = lazy(() => import('./member-nav'))
const AccountMenu = lazy(() => import('./account-menu'))

/** The bar at the top: where a member goes, or how a visitor logs in. */
export function TopNav() {
  const { data: user } = useQuery(userQuery())
  const { login } = useWayBack()
  return (
    <header className="top-nav">
      <div className="top-nav-inner">
        <Brand />
        {user && (
          <Suspense fallback={null}>
            <MemberNav user={user} place="top" />
          </Suspense>
        )}
        <div className="top-nav-end">
          {!user && <LanguageSwitcher />}
          {user && (
            <Suspense fallback={<AccountWaiting name={user.profile.name} />}>
              <AccountMenu name={user.profile.name} />
            </Suspense>
          )}
          {user === null && (
            <AppLink className={buttonClass('secondary', 'sm')} to={login}>
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
