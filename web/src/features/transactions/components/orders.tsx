import { useLingui } from '@lingui/react/macro'
import { formatMoment } from '../../../shared/i18n/format'
import { formatMoney } from '../../../shared/i18n/money'
import type { Order } from '../../../shared/money/orders'
import { phaseOf } from '../../../shared/money/payment'
import { useCreditsText, useMethodName } from '../../../shared/money/words'
import { paths } from '../../../shared/paths'
import { AppLink } from '../../../ui/app-link'
import { NextIcon } from '../../../ui/icons'
import { useStatusText } from '../words'

const LOOKS = {
  completed: 'success',
  pending: 'warning',
  checked: 'warning',
  failed: 'quiet',
  cancelled: 'quiet',
}

/** Purchases, the latest first, whatever became of them. */
export function Orders({ orders }: { orders: readonly Order[] }) {
  const { i18n } = useLingui()
  const statusText = useStatusText()
  const creditsText = useCreditsText()
  const methodName = useMethodName()
  return (
    <ul className="rows">
      {orders.map(order => (
        <li key={order.id}>
          <AppLink to={paths.transaction(order.id)} className="row-link">
            <span className="row-main">
              <strong>{creditsText(order.credits)}</strong>
              <span className="row-about">
                {order.createdAt && `${formatMoment(order.createdAt, i18n.locale)}\u00a0· `}
                {methodName(order.method)}
              </span>
            </span>
            <span className="row-end">
              {formatMoney(order.amount, i18n.locale)}
              <span className={`chip chip--${LOOKS[phaseOf(order.status)]}`}>{statusText(order.status)}</span>
            </span>
            <NextIcon />
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
