import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'

const subscribe = (heard: () => void) => {
  addEventListener('online', heard)
  addEventListener('offline', heard)
  return () => {
    removeEventListener('online', heard)
    removeEventListener('offline', heard)
  }
}

/** Says that there is no network, for as long as there is none. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status" className="offline-area">
      {!online && (
        <p className="offline-banner">
          <Trans>You are offline. What you see may be old.</Trans>
        </p>
      )}
    </div>
  )
}
