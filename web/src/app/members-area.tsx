import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation } from 'react-router'
import { failureOfPhp } from '../shared/failures/of-php'
import { useFailureText } from '../shared/failures/text'
import { paths } from '../shared/paths'
import { userQuery } from '../shared/session/user'
import { Alert } from '../ui/alert'
import { Button } from '../ui/button'
import { Skeleton } from '../ui/skeleton'

/** Pages for members: a visitor is asked to log in first. */
export function MembersArea() {
  const { data: user, error, refetch } = useQuery(userQuery())
  const { pathname } = useLocation()
  const textOf = useFailureText()
  if (user) return <Outlet />
  if (user === null) return <Navigate to={`${paths.login}?next=${pathname}`} replace />
  if (error) {
    const again = (
      <Button look="quiet" size="sm" onClick={() => void refetch()}>
        <Trans>Try again</Trans>
      </Button>
    )
    return (
      <div className="page page--narrow">
        <Alert tone="danger" action={again}>
          {textOf(failureOfPhp(error))}
        </Alert>
      </div>
    )
  }
  return (
    <div className="page page--narrow" aria-busy="true">
      <Skeleton title lines={4} />
    </div>
  )
}
