import { useId } from 'react'

type Option<T extends string> = { value: T; label: string }

type Props<T extends string> = {
  legend: string
  hint?: string
  error?: string | undefined
  options: readonly Option<T>[]
  name: string
} & (
  | { many: false; value: T | null; onChange: (value: T) => void }
  | { many: true; value: readonly T[]; onChange: (value: T[]) => void }
)

/** Large chips to choose one or several from. */
export function Choices<T extends string>(props: Props<T>) {
  const { legend, hint, error, options, name } = props
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  const isOn = (value: T) => (props.many ? props.value.includes(value) : props.value === value)
  const choose = (value: T) => {
    if (!props.many) return props.onChange(value)
    props.onChange(isOn(value) ? props.value.filter(other => other !== value) : [...props.value, value])
  }
  return (
    <fieldset
      className="choices"
      aria-describedby={describedBy}
      data-invalid={error !== undefined || undefined}
    >
      <legend className="field-label">{legend}</legend>
      <div className="choices-row">
        {options.map((option, at) => (
          <label key={option.value} className="choice">
            <input
              type={props.many ? 'checkbox' : 'radio'}
              name={name}
              value={option.value}
              checked={isOn(option.value)}
              aria-invalid={at === 0 && error !== undefined ? true : undefined}
              aria-describedby={at === 0 ? describedBy : undefined}
              onChange={() => choose(option.value)}
            />
            <span>{option.label}</span>
          </label>
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
