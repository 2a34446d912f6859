import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { paths } from '../../shared/paths'
import { userQuery } from '../../shared/session/user'
import { BellIcon, HomeIcon, PersonIcon } from '../../ui/icons'

/** On a phone: a member's ways, in reach of the thumb. */
export function BottomNav() {
  const { t } = useLingui()
  const { data: user } = useQuery(userQuery())
  if (!user) return null
  return (
    <nav className="bottom-nav" aria-label={t`Main`}>
      <NavLink to={paths.members}>
        <HomeIcon />
        <Trans>Home</Trans>
      </NavLink>
      <NavLink to={paths.notifications}>
        <BellIcon />
        <Trans>Notifications</Trans>
      </NavLink>
      <NavLink to={paths.profile}>
        <PersonIcon />
        <Trans>Profile</Trans>
      </NavLink>
    </nav>
  )
}
