import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { announce } from '../../shared/a11y/announce'

/** After each navigation the focus stands on the page's heading, and its title is read out. */
export function FocusOnNavigation() {
  const { pathname } = useLocation()
  const { state } = useNavigation()
  const seen = useRef(pathname)
  useEffect(() => {
    if (state !== 'idle' || seen.current === pathname) return
    seen.current = pathname
    const frame = requestAnimationFrame(() => {
      const heading = document.querySelector<HTMLElement>('main h1')
      if (heading) {
        heading.tabIndex = -1
        heading.focus({ preventScroll: true })
      }
      announce(document.title)
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname, state])
  return null
}
