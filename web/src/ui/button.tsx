import type { ComponentProps, ReactNode } from 'react'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger' | 'link'

type Props = ComponentProps<'button'> & {
  look?: Look
  /** Being done: keeps its place and its name, takes no second press. */
  busy?: boolean
  wide?: boolean
  size?: 'lg' | 'md' | 'sm'
}

export const buttonClass = (look: Look = 'primary', size: 'lg' | 'md' | 'sm' = 'md', wide = false): string =>
  ['button', `button--${look}`, `button--${size}`, wide && 'button--wide'].filter(Boolean).join(' ')

export function Button({
  look,
  busy = false,
  wide = false,
  size = 'md',
  className = '',
  children,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass(look, size, wide)} ${className}`}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      onClick={busy ? event => event.preventDefault() : rest.onClick}
    >
      <span className="button-label">{children}</span>
      {busy && <span className="button-spinner" aria-hidden="true" />}
    </button>
  )
}

/** A button that shows only a sign; the name is what it does. */
export function IconButton({
  label,
  icon,
  className = '',
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & { label: string; icon: ReactNode }) {
  return (
    <button type="button" {...rest} className={`icon-button ${className}`} aria-label={label} title={label}>
      {icon}
    </button>
  )
}
