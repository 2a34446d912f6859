import { Trans, useLingui } from '@lingui/react/macro'
import { ResendActivation } from '../../../shared/resend-activation/resend-activation'
import { useWayBack } from '../../../shared/session/way-back'
import { AppLink } from '../../../ui/app-link'
import { buttonClass } from '../../../ui/button'
import { MailIcon } from '../../../ui/icons'

/** The account is made; the mail is on its way. */
export function Complete({ email, onLeave }: { email: string; onLeave: () => void }) {
  const { t } = useLingui()
  const { login } = useWayBack()
  return (
    <div className="complete">
      <span className="big-mark">
        <MailIcon />
      </span>
      <h2 tabIndex={-1} className="step-title">{t`Look in your mailbox`}</h2>
      <p>
        <Trans>
          We have sent a mail to <strong>{email}</strong>. It usually arrives within a minute. Open the link in
          it to go on.
        </Trans>
      </p>
      <div className="button-stack">
        <AppLink className={buttonClass('primary', 'md', true)} to={login} onClick={onLeave}>
          <Trans>Log in</Trans>
        </AppLink>
        <ResendActivation email={email} />
      </div>
    </div>
  )
}
