import { type KeyboardEvent, useId, useRef, useState } from 'react'

export type ComboOption = { id: string; name: string; about: string }

type Props = {
  label: string
  hint?: string
  error?: string | undefined
  value: string
  onType: (text: string) => void
  options: readonly ComboOption[]
  onChoose: (option: ComboOption) => void
  /** Said when there is nothing to choose from. */
  status: string
  placeholder?: string
}

/** A text with a list to choose from while typing (the combobox pattern of ARIA). */
export function ComboBox(props: Props) {
  const { label, hint, error, value, onType, options, onChoose, status, placeholder } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const shown = open && options.length > 0
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  const choose = (option: ComboOption | undefined) => {
    if (!option) return
    onChoose(option)
    setOpen(false)
    setAt(-1)
    input.current?.focus()
  }
  const move = (to: number) => {
    const next = (to + options.length) % options.length
    setOpen(true)
    setAt(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && options.length > 0) {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? at + 1 : at <= 0 ? options.length - 1 : at - 1)
    } else if (event.key === 'Enter' && shown) {
      event.preventDefault()
      choose(options[at] ?? options[0])
    } else if (event.key === 'Escape' && shown) {
      event.stopPropagation()
      setOpen(false)
      setAt(-1)
    }
  }
  return (
    <div className="field combo">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        className="form-control"
        role="combobox"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && at >= 0 ? `${id}-${at}` : undefined}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy}
        onChange={event => {
          onType(event.target.value)
          setOpen(true)
          setAt(-1)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div className="combo-list" id={`${id}-list`} role="listbox" aria-label={label} hidden={!shown}>
        {options.map((option, index) => (
          <div
            key={option.id}
            id={`${id}-${index}`}
            className="combo-option"
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            // The field keeps the focus; a blur would close the list before the press counts.
            onPointerDown={event => event.preventDefault()}
            onClick={() => choose(option)}
            onKeyDown={onKeyDown}
          >
            <span>{option.name}</span>
            <span className="combo-about">{option.about}</span>
          </div>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {open ? status : ''}
      </p>
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
    </div>
  )
}
