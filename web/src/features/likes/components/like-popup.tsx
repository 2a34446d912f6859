import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useModals } from '../../../shared/modals/registry'
import { keys } from '../../../shared/query/keys'
import { fetchAutoLike } from '../api/auto-like'
import { popupDelay } from '../popup-delay'

const RELOAD_AFTER = 500

/** Shows after `t` seconds who likes the member. It never makes a like: where there is none it shows none. */
export default function LikePopup({ t }: { t: string }) {
  // A page of the same visit keeps the clock of the first.
  const [delay] = useState(() => popupDelay(t))
  const client = useQueryClient()
  const { open } = useModals()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` is another function on each rendering and does the same
  useEffect(() => {
    if (delay === null) return
    const gone = new AbortController()
    const show = async () => {
      // A popup that cannot be had is none: nothing was asked for that failed.
      const found = await fetchAutoLike(gone.signal).catch(() => null)
      if (!found || gone.signal.aborted) return
      open('match', found)
      reload = setTimeout(() => void client.invalidateQueries({ queryKey: keys.likes() }), RELOAD_AFTER)
    }
    let reload: ReturnType<typeof setTimeout> | undefined
    const clock = setTimeout(() => void show(), delay)
    return () => {
      gone.abort()
      clearTimeout(clock)
      clearTimeout(reload)
    }
  }, [delay, client])
  return null
}
