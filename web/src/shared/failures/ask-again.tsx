import { Trans } from '@lingui/react/macro'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import type { Failure } from './reasons'
import { useFailureText } from './text'

type Props = { failed: Failure; busy?: boolean; onAgain: () => unknown }

/** Why something that was asked for is not there, and the button that asks again. */
export function AskAgain({ failed, busy = false, onAgain }: Props) {
  const textOf = useFailureText()
  const again = (
    <Button look="quiet" size="sm" busy={busy} onClick={() => void onAgain()}>
      <Trans>Try again</Trans>
    </Button>
  )
  return (
    <Alert tone="danger" action={again}>
      {textOf(failed)}
    </Alert>
  )
}
