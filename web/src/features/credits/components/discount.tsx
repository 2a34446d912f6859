import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatMoney, formatPercent } from '../../../shared/i18n/money'
import { countdown } from '../../../shared/money/bonus'
import type { Discount } from '../../../shared/money/packages'
import { type TimeBonus, useBonusLeft, useTimeBonus } from '../../../shared/money/time-bonus'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { CheckIcon, StarIcon } from '../../../ui/icons'

/** Name of the search parameter that carries a typed code. */
export const CODE = 'code'

type Props = { discount: Discount | null; error: string | undefined; busy: boolean }

/** The discount in effect and where it comes from, and the field for a code. */
export function DiscountBox({ discount, error, busy }: Props) {
  const [search] = useSearchParams()
  const bonus = useTimeBonus()
  const typed = search.get(CODE) ?? ''
  return (
    <div className="discount">
      {discount && typed === '' && <Automatic discount={discount} bonus={bonus} />}
      {discount && typed !== '' && <Typed discount={discount} />}
      <CodeForm typed={typed} applied={discount !== null} error={error} busy={busy} />
    </div>
  )
}

/** The time bonus: nobody has to do anything for it. */
function Automatic({ discount, bonus }: { discount: Discount; bonus: TimeBonus | null }) {
  const { i18n } = useLingui()
  const percent = formatPercent(discount.percentage, i18n.locale)
  return (
    <p className="discount-line">
      <StarIcon />
      <span>
        <strong>
          <Trans>{percent} off your first credits</Trans>
        </strong>
        <span className="discount-about">
          <Trans>Automatic for new members, for 4 hours from signing up. You need no code.</Trans>
        </span>
      </span>
      {bonus && <Countdown bonus={bonus} />}
    </p>
  )
}

function Countdown({ bonus }: { bonus: TimeBonus }) {
  const left = countdown(useBonusLeft(bonus))
  return (
    <span className="countdown" role="timer">
      {left}
    </span>
  )
}

function Typed({ discount }: { discount: Discount }) {
  const { t, i18n } = useLingui()
  const [search, setSearch] = useSearchParams()
  const percent = formatPercent(discount.percentage, i18n.locale)
  const least = formatMoney(discount.minimum, i18n.locale)
  const remove = () => {
    const rest = new URLSearchParams(search)
    rest.delete(CODE)
    setSearch(rest, { replace: true, preventScrollReset: true })
  }
  return (
    <p className="discount-line" role="status">
      <CheckIcon />
      <span>
        <strong>
          <Trans>
            {discount.code}: {percent} off
          </Trans>
        </strong>
        {discount.minimum.minor > 0 && (
          <span className="discount-about">
            <Trans>This code is for orders from {least}.</Trans>
          </span>
        )}
      </span>
      <Button look="quiet" size="sm" aria-label={t`Remove code ${discount.code}`} onClick={remove}>
        <Trans>Remove</Trans>
      </Button>
    </p>
  )
}

type FormProps = { typed: string; applied: boolean; error: string | undefined; busy: boolean }

function CodeForm({ typed, applied, error, busy }: FormProps) {
  const { t } = useLingui()
  const [, setSearch] = useSearchParams()
  const [value, setValue] = useState(typed)
  const [shown, setShown] = useState(typed !== '')
  const [seen, setSeen] = useState(typed)
  // The same field for every code: who has pressed the button keeps the focus there.
  if (seen !== typed) {
    setSeen(typed)
    setValue(typed)
    setShown(typed !== '')
  }
  if (typed !== '' && applied) return null
  if (!shown) {
    return (
      <button type="button" className="text-button" onClick={() => setShown(true)}>
        <Trans>I have a discount code</Trans>
      </button>
    )
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const code = value.trim().toUpperCase()
    setSearch(code ? { [CODE]: code } : {}, { replace: true, preventScrollReset: true })
  }
  return (
    <form className="code-form" noValidate onSubmit={apply}>
      <TextField
        label={t`Discount code`}
        name="discount-code"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        value={value}
        error={error}
        onChange={setValue}
      />
      <Button type="submit" look="secondary" busy={busy}>
        <Trans>Apply</Trans>
      </Button>
    </form>
  )
}
