import { Trans, useLingui } from '@lingui/react/macro'
import { formatMoment } from '../../../shared/i18n/format'
import type { Order } from '../../../shared/money/orders'
import { paths } from '../../../shared/paths'
import { Alert } from '../../../ui/alert'
import { AppLink } from '../../../ui/app-link'

/** For so long a purchase is told before the same is bought again. */
const RECENT = 3_600_000

/** Tells whoever is about to buy the same package twice in a row. */
export function RecentPurchase({ orders, bought }: { orders: readonly Order[]; bought: string }) {
  const { i18n } = useLingui()
  const order = orders.find(({ packageId, paidAt }) => packageId === bought && paidAt !== null)
  if (!order?.paidAt || Date.now() - order.paidAt.getTime() > RECENT) return null
  const when = formatMoment(order.paidAt, i18n.locale)
  return (
    <Alert tone="info">
      <Trans>
        You bought this package already, {when}.{' '}
        <AppLink to={paths.transaction(order.id)}>Look at that order</AppLink>
      </Trans>
    </Alert>
  )
}
