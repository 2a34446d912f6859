import { fromBinary, toBinary } from '@bufbuild/protobuf'
import { type WatchResponse, WatchResponseSchema } from '../gen/vonk/live/v1/live_pb'
import { follow, type Watch } from './stream'

/** A page that nobody has looked at for so long leaves the line to others; in milliseconds. */
export const HIDDEN_FOR = 300_000

type Options = {
  member: string
  heard: (event: WatchResponse) => void
  watch?: Watch
}

/**
 * Hears the live stream of a member. Of all pages of this browser one holds the line and tells the others; when
 * it closes, or is hidden for long, another one goes on from the last revision. The answer stops it.
 */
export function listen({ member, heard, watch }: Options): () => void {
  const name = `vonk.live.${member}`
  const stopping = new AbortController()
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  let revision = ''

  const hear = (event: WatchResponse) => {
    if (event.revision) revision = event.revision
    heard(event)
  }
  if (channel) {
    channel.onmessage = ({ data }) => {
      if (data instanceof Uint8Array) hear(fromBinary(WatchResponseSchema, data))
    }
  }
  const lead = (signal: AbortSignal) =>
    follow({
      revision: () => revision,
      heard: event => {
        channel?.postMessage(toBinary(WatchResponseSchema, event))
        hear(event)
      },
      signal,
      ...(watch && { watch }),
    })

  let turn: AbortController | null = null
  /** Waits for the line, and holds it until the page is put aside or stopped. */
  const stand = () => {
    if (turn || stopping.signal.aborted) return
    const mine = new AbortController()
    turn = mine
    const over = () => {
      if (turn === mine) turn = null
    }
    const held = navigator.locks
      ? navigator.locks.request(name, { signal: mine.signal }, () => lead(mine.signal))
      : lead(mine.signal)
    // Given up while it waited.
    held.then(over, over)
  }
  const stepDown = () => {
    turn?.abort()
    turn = null
  }

  let hidden: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(hidden)
    if (document.visibilityState === 'visible') stand()
    else hidden = setTimeout(stepDown, HIDDEN_FOR)
  }
  document.addEventListener('visibilitychange', look)
  stand()
  look()

  return () => {
    stopping.abort()
    document.removeEventListener('visibilitychange', look)
    clearTimeout(hidden)
    stepDown()
    channel?.close()
  }
}
