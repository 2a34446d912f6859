import { Trans, useLingui } from '@lingui/react/macro'
import type { QueryClient } from '@tanstack/react-query'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { useFailureText } from '../../../shared/failures/text'
import { paths } from '../../../shared/paths'
import { forgetMember } from '../../../shared/session/forget'
import { AppLink } from '../../../ui/app-link'
import { buttonClass } from '../../../ui/button'
import { confirmMailChange } from '../api/redeem'
import { Outcome, Working } from '../components/outcome'
import { useRedeem } from '../use-redeem'

const endsEverySession = (client: QueryClient) => forgetMember(client)

/** The link of the mail-change mail. */
export default function MailChangeDo() {
  const { t } = useLingui()
  usePageTitle(t`Change e-mail address`)
  const textOf = useFailureText()
  const state = useRedeem(confirmMailChange, endsEverySession)
  if (state.phase === 'working') return <Working title={t`One moment`} />
  if (state.phase === 'failed') {
    return (
      <Outcome mark="problem" title={t`This link no longer works`}>
        <p>{textOf(state.failure)}</p>
        <AppLink className={buttonClass('primary', 'md', true)} to={paths.profile}>
          <Trans>My profile</Trans>
        </AppLink>
      </Outcome>
    )
  }
  return (
    <Outcome mark="done" title={t`Your e-mail address is changed`}>
      <p>
        <Trans>You have been logged out everywhere. Log in with your new e-mail address.</Trans>
      </p>
      <AppLink className={buttonClass('primary', 'md', true)} to={paths.login}>
        <Trans>Log in</Trans>
      </AppLink>
    </Outcome>
  )
}
