import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { formatDay } from '../../../shared/i18n/format'
import { walletQuery } from '../../../shared/money/wallet'
import { paths } from '../../../shared/paths'
import { userQuery } from '../../../shared/session/user'
import { AppLink } from '../../../ui/app-link'
import { buttonClass } from '../../../ui/button'
import { Spark } from '../../../ui/spark'
import { Compare } from '../components/compare'
import { Prices } from '../components/prices'

/** /premium: what it brings a member, and how to get it. */
export default function Premium() {
  const { t, i18n } = useLingui()
  usePageTitle(t`Premium`)
  const { data: user } = useQuery(userQuery())
  const { data: wallet } = useQuery(walletQuery())
  const since = wallet?.premiumSince ? formatDay(wallet.premiumSince, i18n.locale) : null
  return (
    <div className="page money">
      <header className="money-hero">
        <Spark />
        <div>
          <h1>{user?.paid_user ? <Trans>You are a premium member</Trans> : <Trans>Premium</Trans>}</h1>
          <p className="lead">
            {user?.paid_user ? (
              since && <Trans>Since {since}, for as long as you are a member.</Trans>
            ) : (
              <Trans>Premium comes with your first credits and stays. There is no subscription.</Trans>
            )}
          </p>
        </div>
        <AppLink className={buttonClass('primary', 'lg')} to={paths.credits}>
          <Trans>See credits</Trans>
        </AppLink>
      </header>
      <div className="money-columns">
        <section className="card" aria-labelledby="compare">
          <h2 id="compare">
            <Trans>Free and premium</Trans>
          </h2>
          <Compare />
        </section>
        <div className="money-stack">
          <Prices />
        </div>
      </div>
    </div>
  )
}
