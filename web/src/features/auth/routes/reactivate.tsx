import { Trans, useLingui } from '@lingui/react/macro'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { useFailureText } from '../../../shared/failures/text'
import { paths } from '../../../shared/paths'
import { AppLink } from '../../../ui/app-link'
import { buttonClass } from '../../../ui/button'
import { reactivateAccount } from '../api/redeem'
import { Outcome, Working } from '../components/outcome'
import { useRedeem } from '../use-redeem'

/** The link of the deletion mail: back again. */
export default function Reactivate() {
  const { t } = useLingui()
  usePageTitle(t`Welcome back`)
  const textOf = useFailureText()
  const state = useRedeem(reactivateAccount)
  if (state.phase === 'working') return <Working title={t`One moment`} />
  if (state.phase === 'failed') {
    return (
      <Outcome mark="problem" title={t`This link no longer works`}>
        <p>{textOf(state.failure)}</p>
        <AppLink className={buttonClass('quiet', 'md', true)} to={paths.page('service')}>
          <Trans>Support</Trans>
        </AppLink>
      </Outcome>
    )
  }
  return (
    <Outcome mark="done" title={t`Welcome back`}>
      <p>
        <Trans>Your account is yours again, as it was.</Trans>
      </p>
      <AppLink className={buttonClass('primary', 'md', true)} to={paths.login}>
        <Trans>Log in</Trans>
      </AppLink>
    </Outcome>
  )
}
