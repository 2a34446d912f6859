import { useId } from 'react'
import { type DatePart, datePartOrder } from '../shared/i18n/format'
import type { DateParts } from '../shared/time/birth-date'

type Props = {
  legend: string
  labels: Record<DatePart, string>
  locale: string
  value: DateParts
  onChange: (value: DateParts) => void
  hint?: string
  error?: string | undefined
}

const SIZES: Record<DatePart, number> = { day: 2, month: 2, year: 4 }

/** Three numbers, in the order of the language: the quickest way to type a date one knows by heart. */
export function BirthDateField({ legend, labels, locale, value, onChange, hint, error }: Props) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <fieldset className="birth-date" aria-describedby={describedBy}>
      <legend className="field-label">{legend}</legend>
      <div className="birth-date-row">
        {datePartOrder(locale).map(part => (
          <div key={part} className={`birth-date-part birth-date-part--${part}`}>
            <label htmlFor={`${id}-${part}`}>{labels[part]}</label>
            <input
              id={`${id}-${part}`}
              className="form-control"
              inputMode="numeric"
              autoComplete={`bday-${part}`}
              maxLength={SIZES[part]}
              value={value[part]}
              aria-invalid={error !== undefined}
              aria-describedby={describedBy}
              onChange={event => onChange({ ...value, [part]: event.target.value.replace(/\D/g, '') })}
            />
          </div>
        ))}
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
