import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { countryName } from '../../../shared/i18n/format'
import { useModals } from '../../../shared/modals/registry'
import { useLogout } from '../../../shared/session/use-logout'
import { ageOn, todayIso } from '../../../shared/time/birth-date'
import { Alert } from '../../../ui/alert'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Skeleton } from '../../../ui/skeleton'
import { accountQuery, type OwnAccount } from '../api/account'
import { ChangeEmail } from '../components/change-email'
import { ChangePassword } from '../components/change-password'
import { Consents } from '../components/consents'
import { Details } from '../components/details'
import { Section } from '../components/section'
import { Sessions } from '../components/sessions'
import { Settings } from '../components/settings'

/** A member's own account and settings. */
export default function Profile() {
  const { t } = useLingui()
  usePageTitle(t`My profile`)
  const textOf = useFailureText()
  const { data: account, error, refetch } = useQuery(accountQuery())
  if (error) {
    const again = (
      <Button look="quiet" size="sm" onClick={() => void refetch()}>
        <Trans>Try again</Trans>
      </Button>
    )
    return (
      <div className="page">
        <h1>
          <Trans>My profile</Trans>
        </h1>
        <Alert tone="danger" action={again}>
          {textOf(failureOfRpc(error))}
        </Alert>
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
  useScrollToHash()
  const age = ageOn(account.birthDate, todayIso())
  return (
    <div className="page profile">
      <header className="profile-head">
        <Avatar name={account.name} size="lg" />
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
      <div className="profile-columns">
        <div>
          <Details account={account} />
          <Settings />
          <ChangeEmail />
        </div>
        <div>
          <Sessions />
          <ChangePassword />
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

/** /profile#settings starts at that section, also when the page is already there. */
function useScrollToHash(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address chosen again scrolls again
  useEffect(() => {
    if (!hash) return
    document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, key])
}
