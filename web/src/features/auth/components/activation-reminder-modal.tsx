import { Trans, useLingui } from '@lingui/react/macro'
import { ResendActivation } from '../../../shared/resend-activation/resend-activation'
import { Modal } from '../../../ui/modal'

/** On a phone, right after a sign-up elsewhere: confirm the address. */
export default function ActivationReminderModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Modal title={t`Confirm your e-mail address`} size="sm" onClose={onClose}>
      <p>
        <Trans>Open the link in the mail we sent you. Until then others cannot answer you.</Trans>
      </p>
      <ResendActivation email="" />
    </Modal>
  )
}
