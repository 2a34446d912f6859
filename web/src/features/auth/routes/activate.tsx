import { useLingui } from '@lingui/react/macro'
import type { QueryClient } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { paths } from '../../../shared/paths'
import { askUserUntil } from '../../../shared/session/ask-until'
import { activateAccount } from '../api/redeem'
import { Working } from '../components/outcome'
import { useRedeem } from '../use-redeem'

// Asked for in the background; a failure is told by the next page that needs the answer.
const hearOfActivation = (client: QueryClient) => {
  askUserUntil(client, user => user?.status !== 'not_confirmed').catch(() => undefined)
}

/** The link of the activation mail. */
export default function Activate() {
  const { t } = useLingui()
  usePageTitle(t`Activate`)
  const state = useRedeem(activateAccount, hearOfActivation)
  if (state.phase === 'done') return <Navigate to={paths.activateDone} replace />
  if (state.phase === 'failed') {
    // A link used twice, for example by a mail program that looks ahead, has done its work.
    const done = state.failure.reason === 'already_active'
    return <Navigate to={done ? paths.activateDone : paths.activateError} replace state={state.failure} />
  }
  return <Working title={t`One moment`} />
}
