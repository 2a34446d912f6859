import { Trans } from '@lingui/react/macro'
import { paths } from '../../../shared/paths'
import { AppLink } from '../../../ui/app-link'

/** The site takes no new members from here. */
export function SignupsClosed({ onLeave }: { onLeave: () => void }) {
  return (
    <>
      <p>
        <Trans>New members cannot sign up here at the moment.</Trans>
      </p>
      <p>
        <Trans>
          Already a member?{' '}
          <AppLink to={paths.login} onClick={onLeave}>
            Log in
          </AppLink>
        </Trans>
      </p>
    </>
  )
}
