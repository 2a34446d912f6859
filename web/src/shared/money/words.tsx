import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatMoney, type Money } from '../i18n/money'

/** A way to pay in words: names of companies are the same everywhere, the rest is translated. */
export function useMethodName(): (id: string, name?: string) => string {
  const { t } = useLingui()
  return (id, name) => {
    switch (id) {
      case 'creditcard':
        return t`Credit card`
      case 'banktransfer':
        return t`Bank transfer`
      case 'directdebit':
        return t`Direct debit`
      case 'ideal':
        return 'iDEAL'
      case 'bancontact':
        return 'Bancontact'
      case 'paypal':
        return 'PayPal'
      case 'applepay':
        return 'Apple Pay'
      case 'blik':
        return 'BLIK'
      default:
        return name || id
    }
  }
}

/** A number of credits in words. */
export function useCreditsText(): (credits: number) => string {
  const { t } = useLingui()
  return credits => t`${plural(credits, { one: '# credit', other: '# credits' })}`
}

/** A price; with a discount the price without it stands before, struck through. */
export function Price({ price, discounted = price }: { price: Money; discounted?: Money }) {
  const { t, i18n } = useLingui()
  const less = discounted.minor < price.minor
  return (
    <span className="price">
      {less && (
        <s className="price-before">
          <span className="visually-hidden">{t`Instead of`} </span>
          {formatMoney(price, i18n.locale)}
        </s>
      )}{' '}
      <strong className="price-now">{formatMoney(discounted, i18n.locale)}</strong>
    </span>
  )
}

/** What a message costs with a package. */
export function PerMessage({ money }: { money: Money }) {
  const { i18n } = useLingui()
  const price = formatMoney(money, i18n.locale)
  return <Trans>{price} a message</Trans>
}
