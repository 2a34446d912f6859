import { useLingui } from '@lingui/react/macro'
import { useSettings } from '../../../shared/settings/context'
import { hasTrafficSource } from '../../../shared/tracking/memory'
import { Modal } from '../../../ui/modal'
import { signupsOpen } from '../closed'
import { useSignUp } from '../use-sign-up'
import { SignUpForm } from './sign-up-form'
import { SignupsClosed } from './signups-closed'

/** Sign-up over the page. While it is in progress Escape and the backdrop do not close it. */
export default function SignUpModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { name, signups } = useSettings()
  const signUp = useSignUp()
  const { phase } = signUp.flow
  const open = signupsOpen(signups, hasTrafficSource())
  const close = () => {
    signUp.dispatch({ kind: 'close' })
    onClose()
  }
  return (
    <Modal
      title={t`Sign up at ${name}`}
      size="md"
      hideTitle
      sturdy={open && phase !== 'complete'}
      onClose={phase === 'sending' ? undefined : close}
    >
      {open ? <SignUpForm {...signUp} onLeave={onClose} /> : <SignupsClosed onLeave={onClose} />}
    </Modal>
  )
}
