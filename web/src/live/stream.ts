import { Code, ConnectError } from '@connectrpc/connect'
import type { WatchResponse } from '../gen/vonk/live/v1/live_pb'
import { live } from '../shared/rpc/live'
import { tellAuthLost } from '../shared/session/auth-lost'
import { pauseBefore, wait } from './back-off'

/** A line on which nothing came for so long is dead, whatever the browser thinks of it; in milliseconds. */
const SILENCE = 75_000

/** A stream that held for so long has not failed for what it is, when it ends; in milliseconds. */
const STEADY = 30_000

/** Failures in a row that are as good as "too many streams": come back in a while. */
const CROWDED = 6

export type Watch = (
  request: { revision: string },
  options: { signal: AbortSignal; timeoutMs: number },
) => AsyncIterable<WatchResponse>

type Stream = {
  /** The last revision that this browser has seen. */
  revision: () => string
  heard: (event: WatchResponse) => void
  signal: AbortSignal
  watch?: Watch
}

/** Ends a wait early when the network comes back. */
function whenOnline(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (navigator.onLine || signal.aborted) return resolve()
    const done = () => {
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}

/**
 * Keeps a stream open until `signal`: after a failure it goes on from the last revision, ever more slowly, and
 * waits while there is no network. It ends by itself only when nobody is logged in.
 */
export async function follow({ revision, heard, signal, watch = live.watch }: Stream): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    await whenOnline(signal)
    if (signal.aborted) return
    const line = new AbortController()
    const hangUp = () => line.abort()
    signal.addEventListener('abort', hangUp)
    addEventListener('offline', hangUp)
    let silence = setTimeout(hangUp, SILENCE)
    const begun = Date.now()
    try {
      const events = watch({ revision: revision() }, { signal: line.signal, timeoutMs: 0 })
      for await (const event of events) {
        clearTimeout(silence)
        silence = setTimeout(hangUp, SILENCE)
        heard(event)
      }
    } catch (error) {
      if (isLoggedOut(error) && !signal.aborted) {
        tellAuthLost()
        return
      }
      if (ConnectError.from(error).code === Code.ResourceExhausted) failures = Math.max(failures, CROWDED)
    } finally {
      clearTimeout(silence)
      signal.removeEventListener('abort', hangUp)
      removeEventListener('offline', hangUp)
    }
    if (Date.now() - begun >= STEADY) failures = 0
    failures += 1
    await wait(pauseBefore(failures), signal)
  }
}

const isLoggedOut = (error: unknown): boolean => ConnectError.from(error).code === Code.Unauthenticated
