import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { AskAgain } from '../../../shared/failures/ask-again'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { failure } from '../../../shared/failures/reasons'
import { packagesQuery } from '../../../shared/money/packages'
import { SpendingNotice } from '../../../shared/money/spending-notice'
import { latestOrdersQuery } from '../../../shared/money/transactions'
import { paths } from '../../../shared/paths'
import { userQuery } from '../../../shared/session/user'
import { AppLink } from '../../../ui/app-link'
import { buttonClass } from '../../../ui/button'
import { Skeleton } from '../../../ui/skeleton'
import { Checkout } from '../components/checkout'
import { CODE } from '../components/discount'
import { OpenPayment } from '../components/open-payment'

/** /credits/{id}/{paymentmethod?}: how one package is paid. */
export default function CheckoutPage() {
  const { t } = useLingui()
  usePageTitle(t`Pay`)
  const { id = '', paymentmethod } = useParams()
  const [search] = useSearchParams()
  const typed = search.get(CODE) ?? ''
  const { data: user } = useQuery(userQuery())
  const { data: offer, error, refetch } = useQuery(packagesQuery(typed))
  const { data: orders, isFetched } = useQuery(latestOrdersQuery())
  const chosen = offer?.packages.find(each => each.id === id)
  const lost = error ? failureOfRpc(error) : null
  // Prices that could not be asked for again still stand; those of a code that has ended do not.
  const gone = lost && (!offer || lost.reason.startsWith('code_')) ? lost : null
  const failed = gone ?? (offer && !chosen ? failure('package_unknown') : null)
  return (
    <div className="page page--narrow money">
      <h1>
        <Trans>Pay</Trans>
      </h1>
      {failed && (
        <>
          <AskAgain failed={failed} onAgain={refetch} />
          <p>
            <AppLink className={buttonClass('secondary')} to={paths.credits}>
              <Trans>See all packages</Trans>
            </AppLink>
          </p>
        </>
      )}
      {!failed && (!user || !offer || !chosen || !isFetched) && (
        <div className="card" aria-busy="true">
          <Skeleton title lines={6} />
        </div>
      )}
      {!failed && user && offer && chosen && isFetched && (
        <>
          <OpenPayment />
          <SpendingNotice />
          <Checkout
            key={`${id} ${offer.discount?.code}`}
            member={user.id}
            chosen={chosen}
            offer={offer}
            orders={orders ?? []}
            wanted={paymentmethod ?? null}
          />
        </>
      )}
    </div>
  )
}
