import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { paths } from '../../../shared/paths'
import { userQuery } from '../../../shared/session/user'
import { AppLink } from '../../../ui/app-link'
import { buttonClass } from '../../../ui/button'
import { Outcome } from '../components/outcome'

export default function ActivateDone() {
  const { t } = useLingui()
  usePageTitle(t`Activated`)
  const { data: user } = useQuery(userQuery())
  return (
    <Outcome mark="done" title={t`Your account is active`}>
      <p>
        <Trans>Your e-mail address is confirmed. Good that you are here.</Trans>
      </p>
      <AppLink className={buttonClass('primary', 'md', true)} to={user ? paths.members : paths.login}>
        {user ? <Trans>Continue</Trans> : <Trans>Log in</Trans>}
      </AppLink>
    </Outcome>
  )
}
