import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { userQuery } from '../../shared/session/user'
import { BottomNav } from '../shell/bottom-nav'
import { useEntryWarning } from '../shell/entry-warning'
import { PageFoot } from '../shell/page-foot'
import { SkipLink } from '../shell/skip-link'
import { TopNav } from '../shell/top-nav'

const TimeBonus = lazy(() => import('../shell/time-bonus'))

/** Top navigation, page, footer; a bottom navigation on a phone. */
export function DefaultLayout() {
  useEntryWarning()
  const { data: user } = useQuery(userQuery())
  return (
    <div className="layout layout--default">
      <SkipLink />
      <TopNav />
      {user && !user.paid_user && (
        <Suspense fallback={null}>
          <TimeBonus user={user} />
        </Suspense>
      )}
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <PageFoot />
      <BottomNav />
    </div>
  )
}
