import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { failureOfPhp } from '../shared/failures/of-php'
import { useFailureText } from '../shared/failures/text'
import { paths } from '../shared/paths'
import { farewellOf } from '../shared/session/forget'
import { userQuery } from '../shared/session/user'
import { Alert } from '../ui/alert'
import { Button } from '../ui/button'
import { Skeleton } from '../ui/skeleton'

/** Pages for members: a visitor is asked to log in first. */
export function MembersArea() {
  const { data: user, error, refetch } = useQuery(userQuery())
  const { pathname } = useLocation()
  const textOf = useFailureText()
  const client = useQueryClient()
  const [wasMember, setWasMember] = useState(false)
  if (user && !wasMember) setWasMember(true)
  if (user) return <Outlet />
  // A session that ends here leads to the root, like every logout, or where its end is told.
  if (user === null && wasMember) {
    const { to, state } = farewellOf(client)
    return <Navigate to={to} state={state} replace />
  }
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
