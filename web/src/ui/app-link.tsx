import { Link, type LinkProps } from 'react-router'
import { prefetch } from '../shared/prefetch'

/** A link within the site; its page's code is loaded when it is pointed at. */
export function AppLink({ to, ...rest }: LinkProps & { to: string }) {
  const warm = () => prefetch(to)
  return <Link to={to} onPointerEnter={warm} onFocus={warm} onTouchStart={warm} {...rest} />
}
