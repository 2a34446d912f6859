import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '../../../shared/i18n/money'
import { openOrderQuery } from '../../../shared/money/transactions'
import { useMethodName } from '../../../shared/money/words'
import { paths } from '../../../shared/paths'
import { Alert } from '../../../ui/alert'
import { AppLink } from '../../../ui/app-link'
import { buttonClass } from '../../../ui/button'

/** A payment that was begun and is not decided: going on with it is better than paying twice. */
export function OpenPayment() {
  const { i18n } = useLingui()
  const methodName = useMethodName()
  const { data: order } = useQuery(openOrderQuery())
  if (!order) return null
  const amount = formatMoney(order.amount, i18n.locale)
  const method = methodName(order.method)
  return (
    <Alert
      tone="info"
      action={
        <AppLink className={buttonClass('quiet', 'sm')} to={paths.transaction(order.id)}>
          <Trans>Look at it</Trans>
        </AppLink>
      }
    >
      <p>
        <Trans>
          A payment of {amount} by {method} is still open.
        </Trans>{' '}
        {order.discountCode ? (
          <Trans>Your discount is kept for it until it ends.</Trans>
        ) : (
          <Trans>It is charged only if you finish it.</Trans>
        )}
      </p>
    </Alert>
  )
}
