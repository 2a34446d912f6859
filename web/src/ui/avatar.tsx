/** A circle with the first letter of a name, while there is no photo. Decoration: the name stands beside it. */
export function Avatar({ name, size = 'md' }: { name: string; size?: 'sm' | 'md' | 'lg' }) {
  const [first = ''] = name.trim()
  return (
    <span className={`avatar avatar--${size}`} aria-hidden="true" data-letter={first.toLocaleUpperCase()} />
  )
}
