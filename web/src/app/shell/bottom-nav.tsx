import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { userQuery } from '../../shared/session/user'

const MemberNav = lazy(() => import('./member-nav'))

/** On a phone: a member's ways, in reach of the thumb. */
export function BottomNav() {
  const { data: user } = useQuery(userQuery())
  if (!user) return null
  return (
    <Suspense fallback={<div className="bottom-nav" />}>
      <MemberNav user={user} place="bottom" />
    </Suspense>
  )
}
