import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button'

type Props = {
  busy: boolean
  /** Loads by itself when it comes near; else only when it is pressed. */
  byItself: boolean
  onMore: () => void
}

/** The next page: by scrolling, or by the button. */
export function More({ busy, byItself, onMore }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element || busy || !byItself) return
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onMore()
      },
      { rootMargin: '700px' },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [busy, byItself, onMore])
  return (
    <div className="more" ref={place}>
      <Button look="secondary" busy={busy} onClick={onMore}>
        <Trans>Show more</Trans>
      </Button>
    </div>
  )
}
