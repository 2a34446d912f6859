import { useId } from 'react'

export type Chip = { value: string; label: string }

type Props = {
  legend: string
  hideLegend?: boolean
  hint?: string
  error?: string | undefined
  name: string
  options: readonly Chip[]
  value: readonly string[]
  onChange: (value: string[]) => void
  /** No more than so many; what is chosen can still be taken away. */
  most?: number
}

/** Small chips of which several may be on. */
export function Chips({ legend, hideLegend, hint, error, name, options, value, onChange, most }: Props) {
  const id = useId()
  const full = most !== undefined && value.length >= most
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  const toggle = (chosen: string) =>
    onChange(value.includes(chosen) ? value.filter(other => other !== chosen) : [...value, chosen])
  return (
    <fieldset className="chips" aria-describedby={describedBy}>
      <legend className={hideLegend ? 'visually-hidden' : 'field-label'}>{legend}</legend>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="chips-row">
        {options.map(option => {
          const on = value.includes(option.value)
          return (
            <label key={option.value} className="pick">
              <input
                type="checkbox"
                name={name}
                value={option.value}
                checked={on}
                disabled={full && !on}
                onChange={() => toggle(option.value)}
              />
              <span>{option.label}</span>
            </label>
          )
        })}
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
