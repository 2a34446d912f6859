import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, lazy, Suspense, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { AskAgain } from '../shared/failures/ask-again'
import { failureOfPhp } from '../shared/failures/of-php'
import { farewellOf } from '../shared/session/forget'
import { userQuery } from '../shared/session/user'
import { useWayBack } from '../shared/session/way-back'
import { useSettings } from '../shared/settings/context'
import { hasTrafficSource } from '../shared/tracking/memory'
import { Skeleton } from '../ui/skeleton'

const LikePopup = lazy(() => import('../features/likes/components/like-popup'))

/** Pages for members: a visitor is asked to log in first. */
export const MembersArea = () => <Area visitors={false} />

/** Pages for members, and for visitors where the site lets them look around. */
export function PeopleArea() {
  const { logged_out_search: all, logged_out_search_trafficsource: sourced } = useSettings()
  return <Area visitors={all || (sourced && hasTrafficSource())} />
}

function Area({ visitors }: { visitors: boolean }) {
  const { data: user, error, refetch } = useQuery(userQuery())
  const { search } = useLocation()
  const { login } = useWayBack()
  const client = useQueryClient()
  const [wasMember, setWasMember] = useState(false)
  if (user && !wasMember) setWasMember(true)
  // Of the address that the visit began with: the clock runs on from page to page.
  const [t] = useState(() => new URLSearchParams(search).get('t'))
  if (user) {
    return (
      // Another member begins with fresh pages: what was typed on the old ones is not theirs.
      <Fragment key={user.id}>
        <Outlet />
        {t !== null && (
          <Suspense fallback={null}>
            <LikePopup t={t} />
          </Suspense>
        )}
      </Fragment>
    )
  }
  // A session that ends here leads to the root, like every logout, or where its end is told.
  if (user === null && wasMember) {
    const { to, state } = farewellOf(client)
    return <Navigate to={to} state={state} replace />
  }
  if (user === null && visitors) return <Outlet />
  if (user === null) return <Navigate to={login} replace />
  if (error) {
    return (
      <div className="page page--narrow">
        <AskAgain failed={failureOfPhp(error)} onAgain={refetch} />
      </div>
    )
  }
  return (
    <div className="page page--narrow" aria-busy="true">
      <Skeleton title lines={4} />
    </div>
  )
}
