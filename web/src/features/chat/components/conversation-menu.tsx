import { Trans, useLingui } from '@lingui/react/macro'
import { Button, I18nProvider, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { useNavigate } from 'react-router'
import { useModals } from '../../../shared/modals/registry'
import { paths } from '../../../shared/paths'
import { BlockIcon, PersonIcon, TrashIcon } from '../../../ui/icons'
import { MoreIcon } from './signs'

type Props = { peer: string; name: string; canRemove: boolean; isGone: boolean; onRemove: () => void }

/** What can be done with a conversation besides writing. */
export default function ConversationMenu({ peer, name, canRemove, isGone, onRemove }: Props) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const { open } = useModals()
  return (
    <I18nProvider locale={i18n.locale}>
      <MenuTrigger>
        <Button className="icon-button" aria-label={t`More about this conversation`}>
          <MoreIcon />
        </Button>
        <Popover className="menu-popover" placement="bottom end">
          <Menu className="menu">
            {!isGone && (
              <MenuItem className="menu-item" onAction={() => void navigate(paths.member(peer))}>
                <PersonIcon />
                <Trans>Open profile</Trans>
              </MenuItem>
            )}
            {canRemove && (
              <MenuItem className="menu-item" onAction={onRemove}>
                <TrashIcon />
                <Trans>Remove conversation</Trans>
              </MenuItem>
            )}
            <MenuItem className="menu-item" onAction={() => open('block', { memberId: peer, name })}>
              <BlockIcon />
              <Trans>Block {name}</Trans>
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
    </I18nProvider>
  )
}
