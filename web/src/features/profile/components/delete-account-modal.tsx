import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import * as v from 'valibot'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { PasswordField as PasswordSchema } from '../../../shared/forms/schemas'
import { useForm } from '../../../shared/forms/use-form'
import { paths } from '../../../shared/paths'
import { rpc } from '../../../shared/rpc/clients'
import { forgetMember } from '../../../shared/session/forget'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { PasswordField, TextAreaField } from '../../../ui/field'
import { Modal } from '../../../ui/modal'
import { dateOf } from '../api/account'

const REASON_LENGTH = 1_000

const Schema = v.object({ password: PasswordSchema, reason: v.string() })

/** One calm screen: what deleting does, the password, done. */
export default function DeleteAccountModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const textOf = useFailureText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { values, set, errors, failed, sending, submit, form } = useForm({
    initial: { password: '', reason: '' },
    schema: Schema,
    failureOf: failureOfRpc,
    fieldOf: ({ reason }) => (reason === 'password_wrong' ? 'password' : null),
    send: async ({ password, reason }) => {
      const { eraseAt } = await rpc.accounts.deleteAccount({ password, reason })
      const farewell = { to: paths.accountDeleted, state: { eraseAt: dateOf(eraseAt)?.getTime() } }
      forgetMember(client, farewell)
      void navigate(farewell.to, { state: farewell.state })
      onClose()
    },
  })
  return (
    <Modal title={t`Delete account`} size="md" onClose={sending ? undefined : onClose}>
      <ul className="plain-list">
        <li>
          <Trans>Your profile is hidden at once, and you are logged out everywhere.</Trans>
        </li>
        <li>
          <Trans>For 14 days you can take your account back with the link we mail you.</Trans>
        </li>
        <li>
          <Trans>After that your personal data is erased for good.</Trans>
        </li>
      </ul>
      <form ref={form} noValidate onSubmit={submit}>
        {failed && <Alert tone="danger">{textOf(failed)}</Alert>}
        <TextAreaField
          label={t`Why are you leaving? (optional)`}
          value={values.reason}
          maxLength={REASON_LENGTH}
          onChange={reason => set('reason', reason)}
        />
        <PasswordField
          label={t`Current password`}
          name="delete-password"
          autoComplete="current-password"
          showLabel={t`Show password`}
          hideLabel={t`Hide password`}
          value={values.password}
          error={errors.password && textOf(errors.password)}
          onChange={password => set('password', password)}
        />
        <div className="button-row button-row--end">
          <Button look="quiet" disabled={sending} onClick={onClose}>
            <Trans>Keep my account</Trans>
          </Button>
          <Button type="submit" look="danger" busy={sending}>
            <Trans>Delete account</Trans>
          </Button>
        </div>
      </form>
    </Modal>
  )
}
