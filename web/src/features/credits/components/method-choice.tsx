import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Method } from '../../../shared/money/packages'
import { useMethodName } from '../../../shared/money/words'

type Props = { methods: readonly Method[]; value: string; onChange: (id: string) => void }

/** The ways to pay of the site and the member's country. */
export function MethodChoice({ methods, value, onChange }: Props) {
  const { t } = useLingui()
  const methodName = useMethodName()
  return (
    <fieldset className="methods">
      <legend>{t`How do you want to pay?`}</legend>
      {methods.map(({ id, name }) => (
        <label key={id} className="method">
          <input type="radio" name="method" value={id} checked={id === value} onChange={() => onChange(id)} />
          <span className="method-icon">{ICONS[id] ?? ICONS.other}</span>
          <span className="method-name">{methodName(id, name)}</span>
          {id === 'banktransfer' && <span className="method-note">{t`Takes one or two days`}</span>}
        </label>
      ))}
    </fieldset>
  )
}

const Line = ({ children }: { children: ReactNode }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    {children}
  </svg>
)

const bank = (
  <Line>
    <path d="M4 9.500l8-5 8 5zM6 10v7M10 10v7M14 10v7M18 10v7M4 19.500h16" />
  </Line>
)

const phone = (
  <Line>
    <rect x="7" y="3.5" width="10" height="17" rx="2.5" />
    <path d="M11 17.500h2" />
  </Line>
)

const wallet = (
  <Line>
    <path d="M4 7.500A2.5 2.5 0 0 1 6.5 5H17v3M4 7.500v9A2.5 2.5 0 0 0 6.500 19H20V8H6" />
    <path d="M16 13.500h.1" />
  </Line>
)

const card = (
  <Line>
    <rect x="3" y="5.500" width="18" height="13" rx="2.5" />
    <path d="M3 10h18M6.500 15h4" />
  </Line>
)

const ICONS: Record<string, ReactNode> = {
  ideal: bank,
  bancontact: card,
  blik: phone,
  creditcard: card,
  paypal: wallet,
  applepay: phone,
  banktransfer: bank,
  other: wallet,
}
