import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { AskAgain } from '../../../shared/failures/ask-again'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { formatDay } from '../../../shared/i18n/format'
import { formatMoney } from '../../../shared/i18n/money'
import { packagesQuery } from '../../../shared/money/packages'
import { SpendingNotice } from '../../../shared/money/spending-notice'
import { latestOrdersQuery } from '../../../shared/money/transactions'
import { useCreditsText, useMethodName } from '../../../shared/money/words'
import { paths } from '../../../shared/paths'
import { AppLink } from '../../../ui/app-link'
import { buttonClass } from '../../../ui/button'
import { NextIcon } from '../../../ui/icons'
import { Skeleton } from '../../../ui/skeleton'
import { repeatable } from '../repeatable'

/** /credits/repeat-order: what was bought before, to be bought again the same way. */
export default function RepeatOrder() {
  const { t, i18n } = useLingui()
  usePageTitle(t`Order again`)
  const creditsText = useCreditsText()
  const methodName = useMethodName()
  const orders = useQuery(latestOrdersQuery())
  const offer = useQuery(packagesQuery())
  const failed = orders.error ?? offer.error
  const again = orders.data && offer.data ? repeatable(orders.data, offer.data) : null
  return (
    <div className="page page--narrow money">
      <h1>
        <Trans>Order again</Trans>
      </h1>
      <SpendingNotice />
      {failed && (
        <AskAgain
          failed={failureOfRpc(failed)}
          onAgain={() => Promise.all([orders.refetch(), offer.refetch()])}
        />
      )}
      {!failed && !again && <Skeleton lines={4} />}
      {again?.length === 0 && (
        <div className="empty">
          <p>
            <Trans>What you buy is listed here, so that next time it is one step less.</Trans>
          </p>
          <AppLink className={buttonClass('primary')} to={paths.credits}>
            <Trans>See credits</Trans>
          </AppLink>
        </div>
      )}
      {again && again.length > 0 && (
        <ul className="rows">
          {again.map(({ order, price }) => (
            <li key={order.id}>
              <AppLink to={paths.package(order.packageId, order.method)} className="row-link">
                <span className="row-main">
                  <strong>{creditsText(order.credits)}</strong>
                  <span className="row-about">
                    {methodName(order.method)}
                    {order.paidAt && <> · {formatDay(order.paidAt, i18n.locale)}</>}
                  </span>
                </span>
                <span className="row-end">{formatMoney(price, i18n.locale)}</span>
                <NextIcon />
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
