import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { failureOfRpc } from '../failures/of-rpc'
import { useFailureText } from '../failures/text'
import { rpc } from '../rpc/clients'

/** Sends the activation mail again; an empty address means that of the member who is logged in. */
export function ResendActivation({ email, look = 'quiet' }: { email: string; look?: 'quiet' | 'primary' }) {
  const textOf = useFailureText()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => rpc.accounts.resendActivation({ email }),
  })
  if (isSuccess) {
    return (
      <Alert tone="success">
        <Trans>A new mail is on its way. Look among unwanted mail too.</Trans>
      </Alert>
    )
  }
  return (
    <>
      {error && <Alert tone="danger">{textOf(failureOfRpc(error))}</Alert>}
      <Button look={look} size={look === 'quiet' ? 'md' : 'sm'} busy={isPending} onClick={() => mutate()}>
        <Trans>Send the mail again</Trans>
      </Button>
    </>
  )
}
