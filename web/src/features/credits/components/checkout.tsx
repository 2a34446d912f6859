import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type Failure, failure } from '../../../shared/failures/reasons'
import { useFailureText } from '../../../shared/failures/text'
import { focusFirstInvalid } from '../../../shared/forms/use-form'
import { formatMoney } from '../../../shared/i18n/money'
import type { Order } from '../../../shared/money/orders'
import type { Offer, Package } from '../../../shared/money/packages'
import { paths } from '../../../shared/paths'
import { useSettings } from '../../../shared/settings/context'
import { Alert } from '../../../ui/alert'
import { AppLink } from '../../../ui/app-link'
import { Button } from '../../../ui/button'
import { CheckField } from '../../../ui/field'
import { LockIcon } from '../../../ui/icons'
import { openOrder, quote, quoteOf } from '../quote'
import { usePay } from '../use-pay'
import { useRoomForNew } from '../use-room-for-new'
import { MethodChoice } from './method-choice'
import { RecentPurchase } from './recent-purchase'
import { Summary } from './summary'

type Props = {
  member: string
  chosen: Package
  offer: Offer
  /** The latest ones, as they were when this was last looked at. */
  orders: readonly Order[]
  /** The way to pay in the address. */
  wanted: string | null
}

/** Way to pay, what it costs, what is agreed to, and the button. */
export function Checkout({ member, chosen, offer, orders, wanted }: Props) {
  const { t, i18n } = useLingui()
  const textOf = useFailureText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { refund_days: days } = useSettings()
  const form = useRef<HTMLFormElement>(null)
  const [accepted, setAccepted] = useState(false)
  const [missing, setMissing] = useState<Failure | null>(null)
  // The address follows the choice a moment later.
  const [choice, setChoice] = useState({ wanted, method: wanted })
  if (choice.wanted !== wanted) setChoice({ wanted, method: wanted })
  const { methods, discount } = offer
  const method = methods.find(each => each.id === choice.method) ?? methods[0] ?? null
  const open = openOrder(orders, chosen.id, method?.id ?? '')
  const cost = open ? quoteOf(open, chosen) : quote(chosen, discount, method?.id ?? null)
  const amount = formatMoney(cost.total, i18n.locale)
  const about = { member, package: chosen.id, method: method?.id ?? '', code: cost.code }
  const pay = usePay(about, cost.total, open?.id ?? null)
  const price = pay.changed && formatMoney(pay.changed, i18n.locale)

  useRoomForNew(about, orders)

  if (!method) return <Alert tone="warning">{textOf(failure('provider_away'))}</Alert>

  const choose = (id: string) => {
    pay.reset()
    setChoice({ wanted, method: id })
    void navigate(paths.package(chosen.id, id) + search, {
      replace: true,
      preventScrollReset: true,
      state: { keepFocus: true },
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!accepted) {
      setMissing(failure('consent_missing'))
      requestAnimationFrame(() => focusFirstInvalid(form.current))
      return
    }
    pay.start()
  }
  return (
    <form ref={form} className="checkout" noValidate onSubmit={submit}>
      <Summary chosen={chosen} cost={cost} discount={discount} />
      <MethodChoice methods={methods} value={method.id} onChange={choose} />
      <RecentPurchase orders={orders} bought={chosen.id} />
      <CheckField
        name="accept"
        checked={accepted}
        error={missing ? textOf(missing) : undefined}
        onChange={checked => {
          setAccepted(checked)
          setMissing(null)
        }}
      >
        <Trans>
          I want my credits right away. I know that I lose the right to withdraw for credits that I use; for the
          others I keep it for {days} days.
        </Trans>
      </CheckField>
      {pay.changed && (
        <Alert tone="warning">
          <Trans>The price is now {price}. Press the button again if that is fine.</Trans>
        </Alert>
      )}
      {pay.failed && <Alert tone="danger">{textOf(pay.failed)}</Alert>}
      <Button type="submit" size="lg" wide busy={pay.busy} aria-label={pay.busy ? t`One moment` : undefined}>
        <Trans>Pay {amount}</Trans>
      </Button>
      <p className="fine-print checkout-safe">
        <LockIcon />
        <span>
          <Trans>
            You pay on the page of the payment service; we never see your bank details. More in our{' '}
            <AppLink to={paths.page('return-policy')}>return policy</AppLink> and{' '}
            <AppLink to={paths.page('terms')}>terms</AppLink>.
          </Trans>
        </span>
      </p>
    </form>
  )
}
