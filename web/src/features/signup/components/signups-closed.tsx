import { Trans } from '@lingui/react/macro'
import { useWayBack } from '../../../shared/session/way-back'
import { AppLink } from '../../../ui/app-link'

/** The site takes no new members from here. */
export function SignupsClosed({ onLeave }: { onLeave: () => void }) {
  const { login } = useWayBack()
  return (
    <>
      <p>
        <Trans>New members cannot sign up here at the moment.</Trans>
      </p>
      <p>
        <Trans>
          Already a member?{' '}
          <AppLink to={login} onClick={onLeave}>
            Log in
          </AppLink>
        </Trans>
      </p>
    </>
  )
}
