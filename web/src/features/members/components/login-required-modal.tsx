import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import type { MembersOnly } from '../../../shared/modals/people'
import { paths } from '../../../shared/paths'
import { AppLink } from '../../../ui/app-link'
import { buttonClass } from '../../../ui/button'
import { Modal } from '../../../ui/modal'

/** A visitor has pressed what only members can do. */
export default function LoginRequiredModal({ what, onClose }: { what: MembersOnly; onClose: () => void }) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const texts: Record<MembersOnly, string> = {
    message: t`Log in to send a message.`,
    like: t`Log in to like somebody.`,
    gift: t`Log in to send a gift.`,
    photos: t`Log in to see more photos.`,
    block: t`Log in to block somebody.`,
  }
  return (
    <Modal title={texts[what]} size="md" onClose={onClose}>
      <p>
        <Trans>Are you new here? Making a profile is free.</Trans>
      </p>
      <div className="button-row button-row--end">
        <AppLink className={buttonClass('secondary')} to={paths.signup} onClick={onClose}>
          <Trans>Sign up for free</Trans>
        </AppLink>
        <AppLink className={buttonClass('primary')} to={`${paths.login}?next=${pathname}`} onClick={onClose}>
          <Trans>Log in</Trans>
        </AppLink>
      </div>
    </Modal>
  )
}
