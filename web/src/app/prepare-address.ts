import { rememberToken, stripToken } from '../shared/session/link-token'
import { rememberTracking } from '../shared/tracking/memory'
import { stripTracking } from '../shared/tracking/strip'

/** Before anything else reads it: takes tracking parameters and mailed tokens out of the address, into memory. */
export function prepareAddress(): void {
  const { clean: untracked, tracking } = stripTracking(new URL(location.href))
  const { clean, token } = stripToken(untracked)
  rememberTracking(tracking)
  rememberToken(token)
  if (clean.href !== location.href) history.replaceState(history.state, '', clean)
}
