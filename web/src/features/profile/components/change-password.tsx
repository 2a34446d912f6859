import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { NewPasswordField, PASSWORD_MIN, PasswordField as PasswordSchema } from '../../../shared/forms/schemas'
import { useForm } from '../../../shared/forms/use-form'
import { keys } from '../../../shared/query/keys'
import { rpc } from '../../../shared/rpc/clients'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { PasswordField } from '../../../ui/field'
import { toast } from '../../../ui/toast'
import { Section } from './section'

const Schema = v.pipe(
  v.object({ old: PasswordSchema, password: NewPasswordField, repeat: v.string() }),
  v.forward(
    v.partialCheck(
      [['password'], ['repeat']],
      ({ password, repeat }) => password === repeat,
      'passwords_differ',
    ),
    ['repeat'],
  ),
)

export function ChangePassword() {
  const { t } = useLingui()
  const textOf = useFailureText()
  const client = useQueryClient()
  const { values, set, errors, failed, sending, submit, reset, form } = useForm({
    initial: { old: '', password: '', repeat: '' },
    schema: Schema,
    failureOf: failureOfRpc,
    fieldOf: ({ reason }) => {
      if (reason === 'password_wrong') return 'old'
      return reason.startsWith('password_') ? 'password' : null
    },
    send: async ({ old, password }) => {
      await rpc.accounts.changePassword({ oldPassword: old, newPassword: password })
      reset()
      toast(t`Your password is changed`)
      await client.invalidateQueries({ queryKey: keys.sessions() })
    },
  })
  const eyes = { showLabel: t`Show password`, hideLabel: t`Hide password` }
  return (
    <Section id="password" title={t`Change password`}>
      <form ref={form} noValidate onSubmit={submit}>
        {failed && <Alert tone="danger">{textOf(failed)}</Alert>}
        <PasswordField
          {...eyes}
          label={t`Current password`}
          name="old-password"
          autoComplete="current-password"
          value={values.old}
          error={errors.old && textOf(errors.old)}
          onChange={old => set('old', old)}
        />
        <PasswordField
          {...eyes}
          label={t`New password`}
          name="new-password"
          autoComplete="new-password"
          hint={t`${plural(PASSWORD_MIN, {
            one: 'At least # character. A few random words work well.',
            other: 'At least # characters. A few random words work well.',
          })}`}
          value={values.password}
          error={errors.password && textOf(errors.password)}
          onChange={password => set('password', password)}
        />
        <PasswordField
          {...eyes}
          label={t`Repeat the new password`}
          name="repeat-password"
          autoComplete="new-password"
          value={values.repeat}
          error={errors.repeat && textOf(errors.repeat)}
          onChange={repeat => set('repeat', repeat)}
        />
        <p className="field-hint">
          <Trans>You stay logged in here and are logged out everywhere else.</Trans>
        </p>
        <Button type="submit" look="secondary" busy={sending}>
          <Trans>Change password</Trans>
        </Button>
      </form>
    </Section>
  )
}
