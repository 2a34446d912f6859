import * as v from 'valibot'
import { read, write } from '../shared/storage/store'

const KEY = 'chunk-reload.at'
const AT_MOST_EVERY = 60_000

/** Whether a page whose code could not be loaded may reload itself: at most once per 60 seconds. */
export function mayReload(now: number, last: number | null): boolean {
  return last === null || now - last >= AT_MOST_EVERY
}

/** After a new version is out, the old page's chunks are gone: it reloads itself. */
export function reloadOnLostChunks(reload: () => void = () => location.reload()): void {
  addEventListener('vite:preloadError', event => {
    const now = Date.now()
    if (!navigator.onLine || !mayReload(now, read('session', KEY, v.number()))) return
    event.preventDefault()
    write('session', KEY, now)
    reload()
  })
}
