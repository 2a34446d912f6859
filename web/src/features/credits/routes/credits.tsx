import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { AskAgain } from '../../../shared/failures/ask-again'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { packagesQuery } from '../../../shared/money/packages'
import { PremiumList } from '../../../shared/money/premium-list'
import { PriceList } from '../../../shared/money/price-list'
import { SpendingNotice } from '../../../shared/money/spending-notice'
import { walletQuery } from '../../../shared/money/wallet'
import { useCreditsText } from '../../../shared/money/words'
import { paths } from '../../../shared/paths'
import { userQuery } from '../../../shared/session/user'
import { useSettings } from '../../../shared/settings/context'
import { AppLink } from '../../../ui/app-link'
import { CODE, DiscountBox } from '../components/discount'
import { OpenPayment } from '../components/open-payment'
import { PackageList, PackagesWaiting } from '../components/package-list'

const CODE_REASONS = ['code_unknown', 'code_used', 'code_expired', 'code_minimum', 'code_country']

/** /credits: what can be bought. */
export default function Credits() {
  const { t } = useLingui()
  usePageTitle(t`Credits`)
  const textOf = useFailureText()
  const creditsText = useCreditsText()
  const { refund_days: days } = useSettings()
  const [search] = useSearchParams()
  const typed = search.get(CODE) ?? ''
  const { data: user } = useQuery(userQuery())
  const { data: wallet } = useQuery(walletQuery())
  const typedOffer = useQuery({ ...packagesQuery(typed), placeholderData: keepPreviousData })
  const failure = typedOffer.error ? failureOfRpc(typedOffer.error) : null
  const wrongCode = failure !== null && CODE_REASONS.includes(failure.reason)
  // A wrong code takes nothing away: the prices without it stay.
  const plainOffer = useQuery({ ...packagesQuery(), enabled: wrongCode })
  const offer = wrongCode ? plainOffer.data : typedOffer.data
  const failed = wrongCode ? plainOffer.error : typedOffer.error
  const has = creditsText(wallet?.credits ?? user?.credits ?? 0)
  return (
    <div className="page money">
      <header>
        <h1>
          <Trans>Credits</Trans>
        </h1>
        <p className="lead">
          <Trans>You have {has}. Credits do not expire.</Trans>
        </p>
      </header>
      <OpenPayment />
      <SpendingNotice />
      {failed && (
        <AskAgain
          failed={failureOfRpc(failed)}
          onAgain={() => (wrongCode ? plainOffer : typedOffer).refetch()}
        />
      )}
      {!failed && (
        <DiscountBox
          // Not that of another code, while the answer is on its way.
          discount={wrongCode || typedOffer.isPlaceholderData ? null : (offer?.discount ?? null)}
          error={wrongCode ? textOf(failure) : undefined}
          busy={typedOffer.isFetching && typed !== ''}
        />
      )}
      <section aria-labelledby="packages">
        <h2 id="packages" className="visually-hidden">
          <Trans>Packages</Trans>
        </h2>
        {offer ? (
          <PackageList
            packages={offer.packages}
            discount={offer.discount}
            search={
              typed !== '' && offer.discount && !typedOffer.isPlaceholderData
                ? `?${new URLSearchParams({ [CODE]: typed })}`
                : ''
            }
          />
        ) : (
          !failed && <PackagesWaiting />
        )}
        <p className="fine-print">
          <Trans>
            Prices include VAT. You pay once, nothing renews by itself. Credits you have not used go back for{' '}
            {days} days.
          </Trans>
        </p>
      </section>
      <div className="money-columns">
        <section className="card" aria-labelledby="uses">
          <h2 id="uses">
            <Trans>What credits are for</Trans>
          </h2>
          <PriceList packages={offer?.packages ?? []} />
        </section>
        <section className="card" aria-labelledby="premium">
          <h2 id="premium">
            {user?.paid_user ? <Trans>You are a premium member</Trans> : <Trans>Premium comes with it</Trans>}
          </h2>
          <PremiumList />
          <AppLink to={paths.premium}>
            <Trans>What premium brings</Trans>
          </AppLink>
        </section>
      </div>
      <nav className="money-links" aria-label={t`Your payments and credits`}>
        <AppLink to={paths.transactions}>
          <Trans>Your payments and credits</Trans>
        </AppLink>
        {user?.paid_user && (
          <AppLink to={paths.repeatOrder}>
            <Trans>Order again</Trans>
          </AppLink>
        )}
      </nav>
    </div>
  )
}
