import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { keys } from '../shared/query/keys'
import { onAuthLost } from '../shared/session/auth-lost'
import { forgetMember } from '../shared/session/forget'
import { userQuery } from '../shared/session/user'
import { ToastArea } from '../ui/toast'
import { ModalHost } from './modals/modal-host'
import { FocusOnNavigation } from './shell/focus-on-navigation'
import { OfflineBanner } from './shell/offline-banner'
import { ProgressBar } from './shell/progress-bar'

const ForMembers = lazy(() => import('./shell/for-members'))

/** What every page has, whatever its layout. */
export function Root() {
  return (
    <ModalHost>
      <ProgressBar />
      <OfflineBanner />
      <Outlet />
      <ToastArea />
      <div id="announcer" className="visually-hidden" aria-live="polite" />
      <FocusOnNavigation />
      <WhileLoggedIn />
      <AuthLost />
      <ScrollRestoration />
    </ModalHost>
  )
}

/** Badges, the live stream and unsent messages; visitors do without their code. */
function WhileLoggedIn() {
  const { data: user } = useQuery(userQuery())
  if (!user) return null
  return (
    <Suspense fallback={null}>
      <ForMembers key={user.id} user={user} />
    </Suspense>
  )
}

/**
 * The server no longer knows the session: the member is a visitor again. The pages of members lead away by
 * themselves; others stay, such as one that tells why every session has ended.
 */
export function AuthLost() {
  const client = useQueryClient()
  useEffect(
    () =>
      onAuthLost(() => {
        if (client.getQueryData(keys.user())) forgetMember(client)
      }),
    [client],
  )
  return null
}

/** While the first page's code loads. */
export function Starting() {
  return <div className="starting" aria-busy="true" />
}
