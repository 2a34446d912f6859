import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { AskAgain } from '../../../shared/failures/ask-again'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { packagesQuery } from '../../../shared/money/packages'
import { perMessage } from '../../../shared/money/price'
import { PriceList } from '../../../shared/money/price-list'
import { PerMessage, Price, useCreditsText } from '../../../shared/money/words'
import { useSettings } from '../../../shared/settings/context'
import { Skeleton } from '../../../ui/skeleton'

/** What things cost, and what credits cost, with euro beside every credit. */
export function Prices() {
  const creditsText = useCreditsText()
  const { refund_days: days, message_credits } = useSettings()
  const { data: offer, error, refetch } = useQuery(packagesQuery())
  return (
    <>
      <section className="card" aria-labelledby="costs">
        <h2 id="costs">
          <Trans>What costs something</Trans>
        </h2>
        <PriceList packages={offer?.packages ?? []} />
      </section>
      <section className="card" aria-labelledby="credits">
        <h2 id="credits">
          <Trans>What credits cost</Trans>
        </h2>
        {error && <AskAgain failed={failureOfRpc(error)} onAgain={refetch} />}
        {!offer && !error && <Skeleton lines={4} />}
        {offer && (
          <ul className="prices">
            {offer.packages.map(each => (
              <li key={each.id}>
                <span className="prices-what">{creditsText(each.credits)}</span>
                <span className="prices-cost">
                  <Price price={each.price} discounted={each.discounted} />
                  <span className="prices-money">
                    <PerMessage money={perMessage(each, each.discounted, message_credits)} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
        <p className="fine-print">
          <Trans>
            Prices include VAT. You pay once, nothing renews by itself. Credits you have not used go back for{' '}
            {days} days.
          </Trans>
        </p>
      </section>
    </>
  )
}
