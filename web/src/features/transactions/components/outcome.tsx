import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { announce } from '../../../shared/a11y/announce'
import { returnPath } from '../../../shared/money/came-from'
import type { Order } from '../../../shared/money/orders'
import { payPage, phaseOf } from '../../../shared/money/payment'
import { walletQuery } from '../../../shared/money/wallet'
import { useCreditsText, useMethodName } from '../../../shared/money/words'
import { paths } from '../../../shared/paths'
import { AppLink } from '../../../ui/app-link'
import { buttonClass } from '../../../ui/button'
import { AlertIcon, CheckIcon } from '../../../ui/icons'

type Props = { order: Order; checkoutUrl: string }

/** What became of a payment, and the one next step. */
export function Outcome({ order, checkoutUrl }: Props) {
  const title = useTitle(order)
  useEffect(() => announce(title), [title])
  const phase = phaseOf(order.status)
  return (
    <section className="card outcome payment-outcome" data-phase={phase}>
      <Mark order={order} />
      <h1>{title}</h1>
      {phase === 'pending' && <Pending order={order} checkoutUrl={checkoutUrl} />}
      {order.status === 'paid' && <Completed />}
      {(phase === 'failed' || phase === 'cancelled') && <Again order={order} />}
      {phase === 'checked' && (
        <p>
          <Trans>
            Something about this payment does not match. Somebody looks at it; you do not have to do anything
            and must not pay twice.
          </Trans>
        </p>
      )}
      {order.status === 'charged_back' && (
        <p>
          <Trans>Your bank took the money back, so the unused credits are gone.</Trans>
        </p>
      )}
    </section>
  )
}

function useTitle({ status, credits }: Order): string {
  const { t } = useLingui()
  const creditsText = useCreditsText()
  switch (status) {
    case 'created':
    case 'pending':
      return t`Waiting for payment`
    case 'paid': {
      const bought = creditsText(credits)
      return t`${bought} are yours`
    }
    case 'cancelled':
      return t`You cancelled the payment`
    case 'expired':
      return t`The payment has expired`
    case 'failed':
      return t`Payment failed`
    case 'part_refunded':
      return t`Partly paid back`
    case 'refunded':
      return t`Paid back`
    case 'charged_back':
      return t`Taken back by the bank`
    case 'quarantined':
      return t`We are checking your payment`
    default:
      return status satisfies never
  }
}

function Mark({ order: { status, method } }: { order: Order }): ReactNode {
  const phase = phaseOf(status)
  // A transfer takes days: nothing turns that long.
  const busy = phase === 'pending' && method !== 'banktransfer'
  if (busy) return <span className="big-mark big-mark--busy" aria-hidden="true" />
  const good = phase === 'completed' && status !== 'charged_back'
  return (
    <span className={good ? 'big-mark' : 'big-mark big-mark--problem'}>
      {good ? <CheckIcon /> : <AlertIcon />}
    </span>
  )
}

/** Nothing is decided: the page keeps asking, and the payer may go on paying. */
function Pending({ order, checkoutUrl }: Props) {
  const methodName = useMethodName()
  const page = payPage(checkoutUrl, location.hostname)
  const method = methodName(order.method)
  return (
    <>
      <p>
        {order.method === 'banktransfer' ? (
          <Trans>
            A bank transfer takes one or two days. Your credits come by themselves when the money is there.
          </Trans>
        ) : (
          <Trans>Paid already? This page changes by itself as soon as we hear of it.</Trans>
        )}
      </p>
      <div className="button-row">
        {page && (
          <a className={buttonClass('primary')} href={page.href} rel="noreferrer">
            <Trans>Go on paying with {method}</Trans>
          </a>
        )}
        <AppLink className={buttonClass('quiet')} to={paths.members}>
          <Trans>Look around meanwhile</Trans>
        </AppLink>
      </div>
    </>
  )
}

function Completed() {
  const { data: wallet } = useQuery(walletQuery())
  const creditsText = useCreditsText()
  const back = returnPath()
  const all = wallet && creditsText(wallet.credits)
  return (
    <>
      <p>
        {all && <Trans>You have {all} now, and you are a premium member.</Trans>} <Trans>Thank you!</Trans>
      </p>
      <div className="button-row">
        {back ? (
          <AppLink className={buttonClass('primary')} to={back}>
            <Trans>Back to your conversation</Trans>
          </AppLink>
        ) : (
          <AppLink className={buttonClass('primary')} to={paths.members}>
            <Trans>Find somebody to talk to</Trans>
          </AppLink>
        )}
      </div>
    </>
  )
}

function Again({ order }: { order: Order }) {
  return (
    <>
      <p>
        <Trans>Nothing was charged. You can try again, or pay another way.</Trans>
      </p>
      <div className="button-row">
        <AppLink
          className={buttonClass('primary')}
          to={paths.package(order.packageId, order.method) + codeOf(order)}
        >
          <Trans>Try again</Trans>
        </AppLink>
        <AppLink className={buttonClass('quiet')} to={paths.package(order.packageId) + codeOf(order)}>
          <Trans>Pay another way</Trans>
        </AppLink>
      </div>
    </>
  )
}

/** The code of an order that came to nothing may be used again; the time bonus needs none. */
const codeOf = ({ discountCode }: Order): string =>
  discountCode && discountCode !== 'TIMEBONUS25' ? `?${new URLSearchParams({ code: discountCode })}` : ''
