import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import * as v from 'valibot'
import { type WatchResponse, WatchResponseSchema } from '../gen/vonk/live/v1/live_pb'
import { PERSONAL } from '../shared/storage/personal'
import { read, write } from '../shared/storage/store'
import { follow, type Watch } from './stream'

/** A page that nobody has looked at for so long leaves the line to others; in milliseconds. */
export const HIDDEN_FOR = 300_000

/** What a page that has come asks the others; whoever holds the line answers. */
const HELLO = 'hello'

type Options = {
  member: string
  heard: (event: WatchResponse) => void
  watch?: Watch
}

/**
 * Hears the live stream of a member. Of all pages of this browser one holds the line and tells the others; when
 * it closes, or is hidden for long, another one goes on from the last revision. So does the next page of the same
 * tab: what happens while it loads is told to it. Every page hears that the stream has started, also one that comes
 * while another holds the line. The answer stops it.
 */
export function listen({ member, heard, watch }: Options): () => void {
  const name = `vonk.live.${member}`
  const stopping = new AbortController()
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  const key = `${PERSONAL}${name}`
  let revision = read('session', key, v.string()) ?? ''
  let holdsLine = false

  const hear = (event: WatchResponse) => {
    if (event.revision && event.revision !== revision) {
      revision = event.revision
      write('session', key, revision)
    }
    heard(event)
  }
  const tell = (event: WatchResponse) => channel?.postMessage(toBinary(WatchResponseSchema, event))
  if (channel) {
    channel.onmessage = ({ data }) => {
      if (data instanceof Uint8Array) hear(fromBinary(WatchResponseSchema, data))
      else if (data === HELLO && holdsLine) {
        tell(create(WatchResponseSchema, { revision, what: { case: 'started', value: {} } }))
      }
    }
    channel.postMessage(HELLO)
  }
  const lead = (signal: AbortSignal) =>
    follow({
      revision: () => revision,
      heard: event => {
        holdsLine = true
        tell(event)
        hear(event)
      },
      signal,
      ...(watch && { watch }),
    }).finally(() => {
      holdsLine = false
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
