import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { failureOfPhp } from '../failures/of-php'
import { useFailureText } from '../failures/text'
import { userQuery } from '../session/user'
import { useSettings } from '../settings/context'
import { read, write } from '../storage/store'
import { switchPushOn } from './push'
import { onPushState, pushState } from './push-state'

/** Where the time is kept at which the invitation was put away. */
const HIDDEN_AT = 'push-invitation.hidden-at'

/** Offers push, calmly and once; the browser's own question comes only after a click here. */
export function PushInvitation() {
  const textOf = useFailureText()
  const { push_public_key: key } = useSettings()
  const { data: user } = useQuery(userQuery())
  const state = useSyncExternalStore(onPushState, pushState)
  const [hidden, setHidden] = useState(() => read('local', HIDDEN_AT, v.number()) !== null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      if (key && user) await switchPushOn(key, user.id)
    },
    onSuccess: () => hide(),
  })
  const hide = () => {
    write('local', HIDDEN_AT, Date.now())
    setHidden(true)
  }
  if (hidden || state !== 'off' || !key || !user) return null
  return (
    <Alert
      tone="info"
      action={
        <span className="button-row">
          <Button size="sm" busy={isPending} onClick={() => mutate()}>
            <Trans>Tell me</Trans>
          </Button>
          <Button size="sm" look="quiet" onClick={hide}>
            <Trans>Not now</Trans>
          </Button>
        </span>
      }
    >
      <Trans>Shall we tell you on this device when somebody writes or likes you?</Trans>
      {error && <p>{textOf(failureOfPhp(error))}</p>}
    </Alert>
  )
}
