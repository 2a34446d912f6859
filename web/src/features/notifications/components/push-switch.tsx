import { useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { failureOfPhp } from '../../../shared/failures/of-php'
import { useFailureText } from '../../../shared/failures/text'
import { switchPushOff, switchPushOn } from '../../../shared/pwa/push'
import { onPushState, pushState } from '../../../shared/pwa/push-state'
import { userQuery } from '../../../shared/session/user'
import { useSettings } from '../../../shared/settings/context'
import { Alert } from '../../../ui/alert'
import { SwitchRow } from '../../../ui/field'

/** Push on this device. */
export function PushSwitch() {
  const { t } = useLingui()
  const textOf = useFailureText()
  const { push_public_key: key } = useSettings()
  const { data: user } = useQuery(userQuery())
  const state = useSyncExternalStore(onPushState, pushState)
  const { mutateAsync, error } = useMutation({
    // Pressed again before the browser has answered: one after the other.
    scope: { id: 'push' },
    mutationFn: async (on: boolean) => {
      if (!on) await switchPushOff()
      else if (key && user) await switchPushOn(key, user.id)
    },
  })
  // The site does not offer it.
  if (!key) return null
  const hint =
    state === 'denied'
      ? t`Your browser does not allow it. You can change that in its settings for this site.`
      : state === 'incapable'
        ? t`This browser cannot, or only after you have put the site on your home screen.`
        : t`A short notice when somebody writes or likes you, also when this page is closed.`
  return (
    <>
      {error && <Alert tone="danger">{textOf(failureOfPhp(error))}</Alert>}
      <div className="card card--rows">
        <SwitchRow
          label={t`On this device`}
          hint={hint}
          checked={state === 'on'}
          disabled={state === 'denied' || state === 'incapable' || state === 'unknown'}
          onChange={on => mutateAsync(on)}
        />
      </div>
    </>
  )
}
