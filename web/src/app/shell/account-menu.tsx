import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button, I18nProvider, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { useNavigate } from 'react-router'
import { paths } from '../../shared/paths'
import { useLogout } from '../../shared/session/use-logout'
import { userQuery } from '../../shared/session/user'
import { Avatar } from '../../ui/avatar'
import { GearIcon, LeaveIcon, PersonIcon } from '../../ui/icons'
import { OwnAvatar } from '../../ui/own-avatar'

/** What belongs to the member: profile, settings, logout. */
export default function AccountMenu({ name }: { name: string }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const logout = useLogout()
  const { data: user } = useQuery(userQuery())
  return (
    <I18nProvider locale={i18n.locale}>
      <MenuTrigger>
        <Button className="account-button" aria-label={t`Account of ${name}`}>
          {user ? <OwnAvatar profile={user.profile} size="sm" /> : <Avatar name={name} size="sm" />}
          <span className="account-name">{name}</span>
        </Button>
        <Popover className="menu-popover" placement="bottom end">
          <Menu className="menu">
            <MenuItem className="menu-item" onAction={() => void navigate(paths.profile)}>
              <PersonIcon />
              <Trans>My profile</Trans>
            </MenuItem>
            <MenuItem className="menu-item" onAction={() => void navigate(`${paths.profile}#settings`)}>
              <GearIcon />
              <Trans>Settings</Trans>
            </MenuItem>
            <MenuItem className="menu-item" onAction={() => logout.mutate()}>
              <LeaveIcon />
              <Trans>Log out</Trans>
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
    </I18nProvider>
  )
}
