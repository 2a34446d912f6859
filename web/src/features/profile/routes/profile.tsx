import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { AskAgain } from '../../../shared/failures/ask-again'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { countryName } from '../../../shared/i18n/format'
import { useModals } from '../../../shared/modals/registry'
import { useLogout } from '../../../shared/session/use-logout'
import { userQuery } from '../../../shared/session/user'
import { ageOn, todayIso } from '../../../shared/time/birth-date'
import { Button } from '../../../ui/button'
import { OwnAvatar } from '../../../ui/own-avatar'
import { Skeleton } from '../../../ui/skeleton'
import { accountQuery, type OwnAccount } from '../api/account'
import { ChangeEmail } from '../components/change-email'
import { ChangePassword } from '../components/change-password'
import { Consents } from '../components/consents'
import { Details } from '../components/details'
import { Section } from '../components/section'
import { Sessions } from '../components/sessions'
import { Settings } from '../components/settings'

const OwnProfile = lazy(() => import('../components/own-profile'))
const BlockedMembers = lazy(() => import('../components/blocked-members'))

/** A member's own account and settings. */
export default function Profile() {
  const { t } = useLingui()
  usePageTitle(t`My profile`)
  const { data: account, error, refetch } = useQuery(accountQuery())
  // An account that is there stays: what is being typed below it would be lost.
  if (error && !account) {
    return (
      <div className="page">
        <h1>
          <Trans>My profile</Trans>
        </h1>
        <AskAgain failed={failureOfRpc(error)} onAgain={refetch} />
      </div>
    )
  }
  if (!account) {
    return (
      <div className="page" aria-busy="true">
        <h1>
          <Trans>My profile</Trans>
        </h1>
        <Skeleton title lines={8} />
      </div>
    )
  }
  return <Sections account={account} />
}

function Sections({ account }: { account: OwnAccount }) {
  const { t, i18n } = useLingui()
  const { open } = useModals()
  const logout = useLogout()
  const { data: user } = useQuery(userQuery())
  useScrollToHash()
  const age = ageOn(account.birthDate, todayIso())
  return (
    <div className="page profile">
      <header className="profile-head">
        <OwnAvatar profile={user?.profile ?? { name: account.name, main_image: null }} size="lg" />
        <div>
          <h1>
            {account.name}, {age}
          </h1>
          <p className="lead">{countryName(account.country, i18n.locale)}</p>
        </div>
        <Button look="quiet" size="sm" busy={logout.isPending} onClick={() => logout.mutate()}>
          <Trans>Log out</Trans>
        </Button>
      </header>
      <Suspense fallback={<OwnProfileWaiting />}>
        <OwnProfile />
      </Suspense>
      <h2 className="profile-part">
        <Trans>Account and settings</Trans>
      </h2>
      <div className="profile-columns">
        <div>
          <Details account={account} />
          <Settings />
          <ChangeEmail />
        </div>
        <div>
          <Sessions />
          <ChangePassword />
          <Suspense fallback={null}>
            <BlockedMembers />
          </Suspense>
          <Consents account={account} />
          <Section
            id="delete"
            title={t`Delete account`}
            intro={<Trans>You can leave at any time. For 14 days you can come back.</Trans>}
          >
            <Button look="danger" onClick={() => open('delete-account', {})}>
              <Trans>Delete account</Trans>
            </Button>
          </Section>
        </div>
      </div>
    </div>
  )
}

/** The place of one's own profile while its code is on the way. */
function OwnProfileWaiting() {
  return (
    <div className="card" aria-busy="true">
      <Skeleton title lines={10} />
    </div>
  )
}

/** Milliseconds after which everything of the page has its place. */
const SETTLED_AFTER = 3_000

/** /profile#settings starts at that section, also when the page is already there. */
function useScrollToHash(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address chosen again scrolls again
  useEffect(() => {
    if (!hash) return
    const start = () => document.getElementById(hash.slice(1))?.scrollIntoView()
    start()
    // The section, or what stands above it, may still be on its way: until somebody moves it stays in sight.
    const watcher = new ResizeObserver(start)
    watcher.observe(document.body)
    const stop = () => watcher.disconnect()
    const timer = setTimeout(stop, SETTLED_AFTER)
    const moves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
    for (const move of moves) addEventListener(move, stop, { passive: true })
    return () => {
      stop()
      clearTimeout(timer)
      for (const move of moves) removeEventListener(move, stop)
    }
  }, [hash, key])
}
