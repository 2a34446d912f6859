import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { EmailField } from '../../../shared/forms/schemas'
import { useForm } from '../../../shared/forms/use-form'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'

const Schema = v.object({ email: EmailField })

type Props = {
  send: (email: string) => Promise<unknown>
  button: string
  /** Shown instead of the form when the mail was asked for. */
  sent: (email: string) => ReactNode
}

/** Asks for an address and has a mail sent there. */
export function MailForm({ send, button, sent }: Props) {
  const { t } = useLingui()
  const textOf = useFailureText()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { values, set, errors, failed, sending, submit, form } = useForm({
    initial: { email: '' },
    schema: Schema,
    failureOf: failureOfRpc,
    fieldOf: ({ reason }) => (reason === 'email_invalid' || reason === 'account_unknown' ? 'email' : null),
    send: async ({ email }) => {
      await send(email)
      setSentTo(email)
    },
  })
  if (sentTo !== null) return <Alert tone="success">{sent(sentTo)}</Alert>
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {failed && <Alert tone="danger">{textOf(failed)}</Alert>}
      <TextField
        label={t`E-mail address`}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        value={values.email}
        error={errors.email && textOf(errors.email)}
        onChange={email => set('email', email)}
      />
      <Button type="submit" wide busy={sending}>
        {button}
      </Button>
    </form>
  )
}
