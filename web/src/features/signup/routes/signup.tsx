import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { paths } from '../../../shared/paths'
import { userQuery } from '../../../shared/session/user'
import { useWayBack } from '../../../shared/session/way-back'
import { useSettings } from '../../../shared/settings/context'
import { hasTrafficSource } from '../../../shared/tracking/memory'
import { signupsOpen } from '../closed'
import { SignUpForm } from '../components/sign-up-form'
import { SignupsClosed } from '../components/signups-closed'
import { useSignUp } from '../use-sign-up'

const stay = () => undefined

/** Sign-up as a page, on a phone. */
export default function Signup() {
  const { t } = useLingui()
  const { name, signups } = useSettings()
  const { data: user } = useQuery(userQuery())
  const signUp = useSignUp()
  const { next } = useWayBack()
  usePageTitle(t`Sign up`)
  if (user) return <Navigate to={next ?? paths.members} replace />
  return (
    <div className="page page--card">
      <h1 className="visually-hidden">{t`Sign up at ${name}`}</h1>
      <div className="card">
        {signupsOpen(signups, hasTrafficSource()) ? (
          <SignUpForm {...signUp} onLeave={stay} />
        ) : (
          <SignupsClosed onLeave={stay} />
        )}
      </div>
    </div>
  )
}
