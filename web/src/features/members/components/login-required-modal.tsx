import { Trans, useLingui } from '@lingui/react/macro'
import type { MembersOnly } from '../../../shared/modals/people'
import { useToSignUp } from '../../../shared/session/use-to-sign-up'
import { useWayBack } from '../../../shared/session/way-back'
import { AppLink } from '../../../ui/app-link'
import { Button, buttonClass } from '../../../ui/button'
import { Modal } from '../../../ui/modal'

/** A visitor has pressed what only members can do. */
export default function LoginRequiredModal({ what, onClose }: { what: MembersOnly; onClose: () => void }) {
  const { t } = useLingui()
  const { login } = useWayBack()
  const toSignUp = useToSignUp()
  const signUp = () => {
    toSignUp()
    onClose()
  }
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
        <Button look="secondary" onClick={signUp}>
          <Trans>Sign up for free</Trans>
        </Button>
        <AppLink className={buttonClass('primary')} to={login} onClick={onClose}>
          <Trans>Log in</Trans>
        </AppLink>
      </div>
    </Modal>
  )
}
