import { Trans, useLingui } from '@lingui/react/macro'
import { formatMoney, formatPercent } from '../../../shared/i18n/money'
import type { Discount, Package } from '../../../shared/money/packages'
import { useCreditsText, useMethodName } from '../../../shared/money/words'
import { paths } from '../../../shared/paths'
import { AppLink } from '../../../ui/app-link'
import type { Quote } from '../quote'

type Props = { chosen: Package; cost: Quote; discount: Discount | null }

/** What is bought and what it costs, to the cent, before anything is paid. */
export function Summary({ chosen, cost, discount }: Props) {
  const { t, i18n } = useLingui()
  const creditsText = useCreditsText()
  const percent = formatPercent(discount?.percentage ?? 0, i18n.locale)
  const money = (amount: Package['price']) => formatMoney(amount, i18n.locale)
  return (
    <section className="card summary" aria-labelledby="summary">
      <div className="summary-head">
        <h2 id="summary">
          <Trans>Your order</Trans>
        </h2>
        <AppLink to={paths.credits}>
          <Trans>Change</Trans>
        </AppLink>
      </div>
      <dl>
        <div>
          <dt>{creditsText(chosen.credits)}</dt>
          <dd>{money(chosen.price)}</dd>
        </div>
        {cost.saved && discount && (
          <div className="summary-saved">
            <dt>
              <Trans>
                {percent} discount ({discount.code})
              </Trans>
            </dt>
            <dd>{money({ ...cost.saved, minor: -cost.saved.minor })}</dd>
          </div>
        )}
        <div className="summary-total">
          <dt>{t`Total, VAT included`}</dt>
          <dd aria-live="polite">{money(cost.total)}</dd>
        </div>
      </dl>
      <WithoutDiscount cost={cost} discount={discount} />
    </section>
  )
}

/** Why a discount that there is takes nothing off this order. */
function WithoutDiscount({ cost, discount }: { cost: Quote; discount: Discount | null }) {
  const { t, i18n } = useLingui()
  const methodName = useMethodName()
  if (!discount || cost.without === null) return null
  const least = formatMoney(discount.minimum, i18n.locale)
  const names = discount.methods.map(id => methodName(id)).join(', ')
  return (
    <p className="field-hint">
      {cost.without === 'minimum'
        ? t`This code is for orders from ${least}.`
        : t`Your discount is for payments by ${names}.`}
    </p>
  )
}
