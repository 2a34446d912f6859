import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { formatMoney, type Money } from '../../../shared/i18n/money'
import { packagesQuery } from '../../../shared/money/packages'
import { messagePrice, priceOf } from '../../../shared/money/price'
import { useSettings } from '../../../shared/settings/context'
import { visitorCountry } from '../../../shared/settings/country'

type Props = {
  /** Credits; 0: free. */
  price: number
  freeLeft?: number
  /** A message may have a price of its own in the member's country. */
  message?: boolean
}

/** What something costs, in credits and about how much money; or that it is free. */
export default function PriceHint({ price, freeLeft = 0, message = false }: Props) {
  const { t, i18n } = useLingui()
  const settings = useSettings()
  const { data: offer } = useQuery({ ...packagesQuery(), enabled: price > 0 })
  if (price === 0) {
    return (
      <span className="price-hint">
        {freeLeft > 0 ? t`Free, ${plural(freeLeft, { one: '# left', other: '# left' })}` : t`Free`}
      </span>
    )
  }
  const packages = offer?.packages ?? []
  const money: Money | null =
    message && price === settings.message_credits
      ? messagePrice(settings, visitorCountry(settings), packages)
      : priceOf(price, packages)
  const credits = t`${plural(price, { one: '# credit', other: '# credits' })}`
  return (
    <span className="price-hint">
      {money ? t`${credits} (about ${formatMoney(money, i18n.locale)})` : credits}
    </span>
  )
}
