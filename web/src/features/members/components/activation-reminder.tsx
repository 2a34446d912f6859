import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { isPhone } from '../../../shared/a11y/media'
import { useModals } from '../../../shared/modals/registry'
import { ResendActivation } from '../../../shared/resend-activation/resend-activation'
import { Alert } from '../../../ui/alert'

/** The mail address is not confirmed: an alert; a modal instead on a phone right after a sign-up elsewhere. */
export default function ActivationReminder() {
  const [search] = useSearchParams()
  const { open } = useModals()
  const asModal = search.has('api_signup_complete') && isPhone()
  useEffect(() => {
    if (asModal) open('activation-reminder', {})
  }, [asModal, open])
  if (asModal) return null
  return (
    <Alert tone="warning" action={<ResendActivation email="" />}>
      <strong>
        <Trans>Confirm your e-mail address</Trans>
      </strong>
      <p>
        <Trans>Open the link in the mail we sent you. Until then others cannot answer you.</Trans>
      </p>
    </Alert>
  )
}
