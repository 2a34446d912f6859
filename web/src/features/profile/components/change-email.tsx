import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { EmailField, PasswordField as PasswordSchema } from '../../../shared/forms/schemas'
import { useForm } from '../../../shared/forms/use-form'
import { rpc } from '../../../shared/rpc/clients'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { PasswordField, TextField } from '../../../ui/field'
import { Section } from './section'

const Schema = v.object({ email: EmailField, password: PasswordSchema })

export function ChangeEmail() {
  const { t } = useLingui()
  const textOf = useFailureText()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { values, set, errors, failed, sending, submit, reset, form } = useForm({
    initial: { email: '', password: '' },
    schema: Schema,
    failureOf: failureOfRpc,
    fieldOf: ({ reason }) => {
      if (reason === 'password_wrong') return 'password'
      return reason === 'email_invalid' || reason === 'email_taken' || reason === 'email_deleted'
        ? 'email'
        : null
    },
    send: async ({ email, password }) => {
      await rpc.accounts.requestMailChange({ newEmail: email, password })
      setSentTo(email)
      reset()
    },
  })
  const emailError =
    errors.email &&
    (errors.email.reason === 'email_invalid' ? t`New e-mail address invalid.` : textOf(errors.email))
  return (
    <Section id="email" title={t`Change e-mail address`}>
      {sentTo && (
        <Alert tone="success">
          <Trans>
            We have sent a link to <strong>{sentTo}</strong>. The address changes when you open it.
          </Trans>
        </Alert>
      )}
      <form ref={form} noValidate onSubmit={submit}>
        {failed && <Alert tone="danger">{textOf(failed)}</Alert>}
        <TextField
          label={t`New e-mail address`}
          type="email"
          name="new-email"
          autoComplete="email"
          autoCapitalize="none"
          value={values.email}
          error={emailError}
          onChange={email => set('email', email)}
        />
        <PasswordField
          label={t`Current password`}
          name="email-password"
          autoComplete="current-password"
          showLabel={t`Show password`}
          hideLabel={t`Hide password`}
          value={values.password}
          error={errors.password && textOf(errors.password)}
          onChange={password => set('password', password)}
        />
        <Button type="submit" look="secondary" busy={sending}>
          <Trans>Change e-mail address</Trans>
        </Button>
      </form>
    </Section>
  )
}
