import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { AskAgain } from '../../../shared/failures/ask-again'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { formatNumber } from '../../../shared/i18n/money'
import { SpendingNotice } from '../../../shared/money/spending-notice'
import { transactionsQuery } from '../../../shared/money/transactions'
import { walletQuery } from '../../../shared/money/wallet'
import { paths } from '../../../shared/paths'
import { userQuery } from '../../../shared/session/user'
import { AppLink } from '../../../ui/app-link'
import { Button, buttonClass } from '../../../ui/button'
import { Skeleton } from '../../../ui/skeleton'
import { Entries } from '../components/entries'
import { LimitsForm } from '../components/limits'
import { Orders } from '../components/orders'

/** /transactions: what was paid, what became of the credits, and the member's own limits. */
export default function TransactionsPage() {
  const { t, i18n } = useLingui()
  usePageTitle(t`Your payments and credits`)
  const { data: wallet } = useQuery(walletQuery())
  const { data: user } = useQuery(userQuery())
  // As everywhere on the site: with what the last messages cost, which the book learns a moment later.
  const credits = user?.credits ?? wallet?.credits
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    transactionsQuery(),
  )
  const orders = data?.pages.flatMap(page => page.orders)
  const lines = data?.pages.flatMap(page => page.lines)
  return (
    <div className="page money">
      <h1>
        <Trans>Your payments and credits</Trans>
      </h1>
      <SpendingNotice />
      {error && <AskAgain failed={failureOfRpc(error)} onAgain={refetch} />}
      <div className="money-columns transactions-columns">
        <div className="money-stack">
          <section className="card balance" aria-labelledby="balance">
            <h2 id="balance">
              <Trans>Your credits</Trans>
            </h2>
            <p className="balance-number">{credits === undefined ? '–' : formatNumber(credits, i18n.locale)}</p>
            <AppLink className={buttonClass('primary')} to={paths.credits}>
              <Trans>See credits</Trans>
            </AppLink>
          </section>
          <section className="card section" aria-labelledby="limits-title" id="limits">
            <h2 id="limits-title">
              <Trans>Your own limits</Trans>
            </h2>
            <p className="section-intro">
              <Trans>Nothing is spent beyond them, until you change them.</Trans>
            </p>
            {wallet ? (
              <LimitsForm key={`${wallet.dailyLimit} ${wallet.weeklyLimit}`} wallet={wallet} />
            ) : (
              <Skeleton lines={2} />
            )}
          </section>
        </div>
        <div className="money-stack">
          <section className="card" aria-labelledby="orders">
            <h2 id="orders">
              <Trans>Purchases</Trans>
            </h2>
            {!orders && !error && <Skeleton lines={3} />}
            {orders?.length === 0 && (
              <p className="section-intro">
                <Trans>You have not bought anything.</Trans>
              </p>
            )}
            {orders && orders.length > 0 && <Orders orders={orders} />}
          </section>
          <section className="card" aria-labelledby="entries">
            <h2 id="entries">
              <Trans>What became of your credits</Trans>
            </h2>
            {!lines && !error && <Skeleton lines={5} />}
            {lines?.length === 0 && (
              <p className="section-intro">
                <Trans>Here you see every credit that comes and goes.</Trans>
              </p>
            )}
            {lines && lines.length > 0 && <Entries lines={lines} />}
          </section>
          {hasNextPage && (
            <Button look="quiet" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              <Trans>Show older ones</Trans>
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
