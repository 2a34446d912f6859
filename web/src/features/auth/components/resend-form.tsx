import { Trans, useLingui } from '@lingui/react/macro'
import { rpc } from '../../../shared/rpc/clients'
import { MailForm } from './mail-form'

/** For a visitor whose activation link no longer works. */
export function ResendForm() {
  const { t } = useLingui()
  return (
    <MailForm
      send={email => rpc.accounts.resendActivation({ email })}
      button={t`Send the mail again`}
      sent={() => <Trans>A new mail is on its way. Look among unwanted mail too.</Trans>}
    />
  )
}
