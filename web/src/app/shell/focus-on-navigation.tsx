import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { announce } from '../../shared/a11y/announce'

/** After each navigation the focus stands on the page's heading, and its title is read out. */
export function FocusOnNavigation() {
  const { pathname, state: hint } = useLocation()
  const { state } = useNavigation()
  const seen = useRef(pathname)
  useEffect(() => {
    if (state !== 'idle' || seen.current === pathname) return
    seen.current = pathname
    // The address follows a choice on the page: the focus stays where the choice is made.
    if (hint?.keepFocus) return
    const frame = requestAnimationFrame(() => {
      const heading = document.querySelector<HTMLElement>('main h1')
      if (heading) {
        heading.tabIndex = -1
        heading.focus({ preventScroll: true })
      }
      announce(document.title)
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname, state, hint])
  return null
}
