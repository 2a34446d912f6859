import { useLocation } from 'react-router'
import { forMembers, paths } from '../paths'

const withNext = (path: string, next: string | null): string =>
  next === null || next === paths.members ? path : `${path}?next=${encodeURIComponent(next)}`

/** The ways into an account from here, which lead back to this page, or to the one that they were taken from. */
export function useWayBack(): { next: string | null; login: string; signUp: string } {
  const { pathname, search, hash } = useLocation()
  const onTheWay = pathname === paths.login || pathname === paths.signup
  const here = onTheWay ? new URLSearchParams(search).get('next') : pathname + search + hash
  const next = forMembers(here)
  return { next, login: withNext(paths.login, next), signUp: withNext(paths.signup, next) }
}
