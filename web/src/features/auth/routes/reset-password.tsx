import { Trans, useLingui } from '@lingui/react/macro'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { paths } from '../../../shared/paths'
import { rpc } from '../../../shared/rpc/clients'
import { AppLink } from '../../../ui/app-link'
import { MailForm } from '../components/mail-form'

/** Asks for a link to set a new password. */
export default function ResetPassword() {
  const { t } = useLingui()
  usePageTitle(t`Forgot your password?`)
  return (
    <div className="page page--card">
      <div className="card">
        <h1>
          <Trans>Forgot your password?</Trans>
        </h1>
        <p>
          <Trans>Tell us your e-mail address and we send you a link to choose a new one.</Trans>
        </p>
        <MailForm
          send={email => rpc.accounts.requestPasswordReset({ email })}
          button={t`Send me a link`}
          sent={email => (
            <Trans>
              If <strong>{email}</strong> has an account here, a link is on its way. It works for 30 minutes.
            </Trans>
          )}
        />
        <p className="card-foot">
          <AppLink to={paths.login}>
            <Trans>Back to log in</Trans>
          </AppLink>
        </p>
      </div>
    </div>
  )
}
