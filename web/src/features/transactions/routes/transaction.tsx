import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { AskAgain } from '../../../shared/failures/ask-again'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { orderQuery } from '../../../shared/money/orders'
import { phaseOf } from '../../../shared/money/payment'
import { paths } from '../../../shared/paths'
import { AppLink } from '../../../ui/app-link'
import { BackIcon } from '../../../ui/icons'
import { Skeleton } from '../../../ui/skeleton'
import { OrderDetails } from '../components/order-details'
import { Outcome } from '../components/outcome'
import { WithdrawSection } from '../components/withdraw'
import { useAfterPayment } from '../use-after-payment'

/** /transactions/{id}: the order a payer comes back to, and looks up later. */
export default function TransactionPage() {
  const { t } = useLingui()
  usePageTitle(t`Your order`)
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(orderQuery(id))
  useAfterPayment(data?.order)
  return (
    <div className="page page--narrow money">
      <p className="back-link">
        <AppLink to={paths.transactions}>
          <BackIcon />
          <Trans>Your payments and credits</Trans>
        </AppLink>
      </p>
      {error && !data && (
        <>
          <h1>
            <Trans>Your order</Trans>
          </h1>
          <AskAgain failed={failureOfRpc(error)} onAgain={refetch} />
        </>
      )}
      {!error && !data && (
        <div className="card" aria-busy="true">
          <h1 className="visually-hidden">
            <Trans>Your order</Trans>
          </h1>
          <Skeleton title lines={4} />
        </div>
      )}
      {data && (
        <>
          <Outcome order={data.order} checkoutUrl={data.checkoutUrl} />
          <OrderDetails order={data.order} />
          {phaseOf(data.order.status) === 'completed' && <WithdrawSection order={data.order} />}
        </>
      )}
    </div>
  )
}
