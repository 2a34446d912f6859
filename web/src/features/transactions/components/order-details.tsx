import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatMoment } from '../../../shared/i18n/format'
import { formatMoney, formatPercent } from '../../../shared/i18n/money'
import type { Order } from '../../../shared/money/orders'
import { useCreditsText, useMethodName } from '../../../shared/money/words'
import { useStatusText } from '../words'

/** The order to the cent, as a receipt. */
export function OrderDetails({ order }: { order: Order }) {
  const { t, i18n } = useLingui()
  const creditsText = useCreditsText()
  const methodName = useMethodName()
  const statusText = useStatusText()
  const at = (moment: Date | null) => moment && formatMoment(moment, i18n.locale)
  return (
    <section className="card" aria-labelledby="order">
      <h2 id="order">
        <Trans>Order</Trans>
      </h2>
      <dl className="details">
        <Row name={t`What`}>{creditsText(order.credits)}</Row>
        <Row name={t`Amount`}>
          <span>
            {formatMoney(order.amount, i18n.locale)} <Trans>VAT included</Trans>
          </span>
        </Row>
        {order.vat && (
          <Row name={t`VAT`}>
            {formatMoney(order.vat.amount, i18n.locale)} ({formatPercent(order.vat.percentage, i18n.locale)})
          </Row>
        )}
        {order.discountCode && <Row name={t`Discount code`}>{order.discountCode}</Row>}
        <Row name={t`Paid with`}>{methodName(order.method)}</Row>
        <Row name={t`Status`}>{statusText(order.status)}</Row>
        <Row name={t`Ordered`}>{at(order.createdAt)}</Row>
        {order.paidAt && <Row name={t`Paid`}>{at(order.paidAt)}</Row>}
        {order.refunded.minor > 0 && <Row name={t`Paid back`}>{formatMoney(order.refunded, i18n.locale)}</Row>}
        <Row name={t`Number`}>
          <span className="order-number">{order.id}</span>
        </Row>
      </dl>
    </section>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
