import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { EyeIcon, EyeOffIcon } from './icons'

type Shell = { label: string; hint?: ReactNode; error?: string | undefined }

/** The ids a field and its texts share. */
function useFieldIds(hint: ReactNode, error: string | undefined) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return { id, describedBy }
}

function FieldTexts({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  return (
    <>
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
    </>
  )
}

type TextProps = Shell &
  Omit<ComponentProps<'input'>, 'id' | 'onChange' | 'value'> & {
    value: string
    onChange: (value: string) => void
    trailing?: ReactNode
  }

export function TextField({ label, hint, error, onChange, trailing, className = '', ...input }: TextProps) {
  const { id, describedBy } = useFieldIds(hint, error)
  return (
    <div className={`field ${className}`}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="field-box">
        <input
          {...input}
          id={id}
          className={`form-control ${trailing ? 'form-control--trailing' : ''}`}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy}
          onChange={event => onChange(event.target.value)}
        />
        {trailing}
      </div>
      <FieldTexts id={id} hint={hint} error={error} />
    </div>
  )
}

type PasswordProps = Omit<TextProps, 'type' | 'trailing'> & { showLabel: string; hideLabel: string }

/** A password that can be looked at. */
export function PasswordField({ showLabel, hideLabel, ...rest }: PasswordProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...rest}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          className="field-trailing"
          aria-label={shown ? hideLabel : showLabel}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </button>
      }
    />
  )
}

type SelectProps = Shell & {
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string; lang?: string }[]
  /** Shown while nothing is chosen. */
  empty?: string
  autoComplete?: string
  name?: string
}

export function SelectField({ label, hint, error, value, onChange, options, empty, ...rest }: SelectProps) {
  const { id, describedBy } = useFieldIds(hint, error)
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        {...rest}
        id={id}
        className="form-select"
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy}
        onChange={event => onChange(event.target.value)}
      >
        {empty !== undefined && (
          <option value="" disabled>
            {empty}
          </option>
        )}
        {options.map(option => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
      <FieldTexts id={id} hint={hint} error={error} />
    </div>
  )
}

type AreaProps = Shell & { value: string; onChange: (value: string) => void; maxLength: number; rows?: number }

export function TextAreaField({ label, hint, error, value, onChange, maxLength, rows = 3 }: AreaProps) {
  const { id, describedBy } = useFieldIds(hint, error)
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="form-control"
        rows={rows}
        maxLength={maxLength}
        value={value}
        aria-describedby={describedBy}
        onChange={event => onChange(event.target.value)}
      />
      <FieldTexts id={id} hint={hint} error={error} />
    </div>
  )
}

type CheckProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
  error?: string | undefined
  name?: string
}

export function CheckField({ checked, onChange, children, error, name }: CheckProps) {
  const id = useId()
  return (
    <div className="check">
      <input
        id={id}
        name={name}
        type="checkbox"
        className="form-check-input"
        checked={checked}
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={event => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{children}</label>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

type SwitchProps = {
  label: string
  hint?: string
  checked: boolean
  /** Answers a promise while something is still being done: until then the switch stands as it was put. */
  onChange: (checked: boolean) => unknown
  disabled?: boolean
}

export function SwitchRow({ label, hint, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId()
  const [put, setPut] = useState<boolean | null>(null)
  const on = put ?? checked
  const change = (next: boolean) => {
    const doing = onChange(next)
    if (!(doing instanceof Promise)) return
    setPut(next)
    const done = () => setPut(last => (last === next ? null : last))
    // A failure is told by who does it.
    doing.then(done, done)
  }
  return (
    <div className="switch-row">
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p className="field-hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={on}
        className="switch"
        checked={on}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={event => change(event.target.checked)}
      />
    </div>
  )
}
