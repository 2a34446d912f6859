import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { failure } from '../../../shared/failures/reasons'
import { useFailureText } from '../../../shared/failures/text'
import { PASSWORD_MIN, RepeatedPassword } from '../../../shared/forms/schemas'
import { useForm } from '../../../shared/forms/use-form'
import { paths } from '../../../shared/paths'
import { rpc } from '../../../shared/rpc/clients'
import { forgetMember } from '../../../shared/session/forget'
import { linkToken, rememberToken } from '../../../shared/session/link-token'
import { Alert } from '../../../ui/alert'
import { AppLink } from '../../../ui/app-link'
import { Button, buttonClass } from '../../../ui/button'
import { PasswordField } from '../../../ui/field'
import { Outcome } from '../components/outcome'

/** The link of the reset mail: choose a new password. */
export default function ResetPasswordDo() {
  const { t } = useLingui()
  usePageTitle(t`Choose a new password`)
  const textOf = useFailureText()
  const client = useQueryClient()
  const [token] = useState(linkToken)
  const [phase, setPhase] = useState<'asking' | 'done' | 'invalid'>(token ? 'asking' : 'invalid')
  const { values, set, errors, failed, sending, submit, form } = useForm({
    initial: { password: '', repeat: '' },
    schema: RepeatedPassword,
    failureOf: error => {
      const found = failureOfRpc(error)
      if (found.reason === 'link_invalid') setPhase('invalid')
      return found
    },
    fieldOf: ({ reason }) => (reason.startsWith('password_') ? 'password' : null),
    send: async ({ password }) => {
      await rpc.accounts.resetPassword({ token: token ?? '', newPassword: password })
      rememberToken(null)
      forgetMember(client)
      setPhase('done')
    },
  })
  if (phase === 'done') {
    return (
      <Outcome mark="done" title={t`Your password is changed`}>
        <p>
          <Trans>You have been logged out everywhere. Log in with your new password.</Trans>
        </p>
        <AppLink className={buttonClass('primary', 'md', true)} to={paths.login}>
          <Trans>Log in</Trans>
        </AppLink>
      </Outcome>
    )
  }
  if (phase === 'invalid') {
    return (
      <Outcome mark="problem" title={t`This link no longer works`}>
        <p>{textOf(failure('link_invalid'))}</p>
        <AppLink className={buttonClass('primary', 'md', true)} to={paths.resetPassword}>
          <Trans>Send me a link</Trans>
        </AppLink>
      </Outcome>
    )
  }
  return (
    <div className="page page--card">
      <div className="card">
        <h1>
          <Trans>Choose a new password</Trans>
        </h1>
        <form ref={form} noValidate onSubmit={submit}>
          {failed && <Alert tone="danger">{textOf(failed)}</Alert>}
          <PasswordField
            label={t`New password`}
            name="new-password"
            autoComplete="new-password"
            showLabel={t`Show password`}
            hideLabel={t`Hide password`}
            hint={t`${plural(PASSWORD_MIN, {
              one: 'At least # character. A few random words work well.',
              other: 'At least # characters. A few random words work well.',
            })}`}
            value={values.password}
            error={errors.password && textOf(errors.password)}
            onChange={password => set('password', password)}
          />
          <PasswordField
            label={t`Repeat the new password`}
            name="repeat-password"
            autoComplete="new-password"
            showLabel={t`Show password`}
            hideLabel={t`Hide password`}
            value={values.repeat}
            error={errors.repeat && textOf(errors.repeat)}
            onChange={repeat => set('repeat', repeat)}
          />
          <Button type="submit" wide busy={sending}>
            <Trans>Save</Trans>
          </Button>
        </form>
      </div>
    </div>
  )
}
