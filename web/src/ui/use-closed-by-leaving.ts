import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Closes what stands over a page when the page is left, also by the browser's Back. A page that only writes what is
 * chosen into its own address is not left by that.
 */
export function useClosedByLeaving(close: (() => void) | undefined): void {
  const { pathname, key } = useLocation()
  const way = useNavigationType()
  const [over] = useState({ pathname, key })
  const isLeft = pathname !== over.pathname || (way === 'POP' && key !== over.key)
  const leave = useEffectEvent(() => close?.())
  useEffect(() => {
    if (isLeft) leave()
  }, [isLeft])
}
