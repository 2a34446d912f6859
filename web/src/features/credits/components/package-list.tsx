import { Trans } from '@lingui/react/macro'
import type { Discount, Package } from '../../../shared/money/packages'
import { perMessage } from '../../../shared/money/price'
import { PerMessage, Price, useCreditsText } from '../../../shared/money/words'
import { paths } from '../../../shared/paths'
import { useSettings } from '../../../shared/settings/context'
import { AppLink } from '../../../ui/app-link'
import { NextIcon } from '../../../ui/icons'
import { bestOf, quote } from '../quote'

type Props = { packages: readonly Package[]; discount: Discount | null; search: string }

/** What can be bought, each a way to its payment. */
export function PackageList({ packages, discount, search }: Props) {
  const best = bestOf(packages)
  return (
    <ul className="packages">
      {packages.map(each => (
        <li key={each.id}>
          <PackageCard
            offered={each}
            total={quote(each, discount, null).total}
            best={each === best}
            to={paths.package(each.id) + search}
          />
        </li>
      ))}
    </ul>
  )
}

type CardProps = { offered: Package; total: Package['price']; best: boolean; to: string }

function PackageCard({ offered, total, best, to }: CardProps) {
  const creditsText = useCreditsText()
  const { message_credits } = useSettings()
  return (
    <AppLink to={to} className={best ? 'package package--best' : 'package'}>
      <span className="package-credits">{creditsText(offered.credits)}</span>
      <span className="package-price">
        <Price price={offered.price} discounted={total} />
      </span>
      <span className="package-about">
        <PerMessage money={perMessage(offered, total, message_credits)} />
      </span>
      {best && (
        <span className="chip chip--success">
          <Trans>Lowest price a message</Trans>
        </span>
      )}
      <NextIcon />
    </AppLink>
  )
}

/** Places of the same size while the packages are on their way. */
export function PackagesWaiting() {
  return (
    <ul className="packages" aria-hidden="true">
      {['a', 'b', 'c', 'd'].map(each => (
        <li key={each}>
          <span className="package package--waiting">
            <span className="skeleton-line" />
            <span className="skeleton-line" />
          </span>
        </li>
      ))}
    </ul>
  )
}
