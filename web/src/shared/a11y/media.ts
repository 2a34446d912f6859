import { useSyncExternalStore } from 'react'

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    heard => {
      const list = matchMedia(query)
      list.addEventListener('change', heard)
      return () => list.removeEventListener('change', heard)
    },
    () => matchMedia(query).matches,
  )
}

// Same number as $phone-max in _settings.scss.
const PHONE = '(max-width: 575.98px)'

/** Whether the window is as narrow as a phone. */
export const useIsPhone = (): boolean => useMedia(PHONE)

export const isPhone = (): boolean => matchMedia(PHONE).matches

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Whether the page runs as an installed app. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches
