import { create } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type WatchResponse, WatchResponseSchema } from '../gen/vonk/live/v1/live_pb'
import { onAuthLost } from '../shared/session/auth-lost'
import { pauseBefore } from './back-off'
import { HIDDEN_FOR, listen } from './leader'
import { follow, type Watch } from './stream'

const event = (revision: string): WatchResponse =>
  create(WatchResponseSchema, { revision, what: { case: 'alive', value: {} } })

/** A server that answers each call as told: events, then an end, an error, or nothing more. */
function server(answers: { events: string[]; after: 'end' | 'hang' | Error }[]) {
  const asked: string[] = []
  let open = 0
  const watch: Watch = async function* ({ revision }, { signal }) {
    asked.push(revision)
    open += 1
    try {
      const { events, after } = answers.shift() ?? { events: [], after: 'hang' }
      for (const each of events) yield event(each)
      if (after instanceof Error) throw after
      if (after === 'hang') await new Promise((_, reject) => signal.addEventListener('abort', reject))
    } finally {
      open -= 1
    }
  }
  return { watch, asked, isOpen: () => open > 0 }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the stream', () => {
  const run = (answers: Parameters<typeof server>[0]) => {
    const { watch, asked, isOpen } = server(answers)
    const heard: string[] = []
    const stop = new AbortController()
    let last = ''
    const done = follow({
      revision: () => last,
      heard: ({ revision }) => {
        last = revision
        heard.push(revision)
      },
      signal: stop.signal,
      watch,
    })
    return { asked, heard, isOpen, stop: () => stop.abort(), done }
  }

  it('goes on from the last revision after it broke', async () => {
    const { asked, heard, stop, done } = run([
      { events: ['1', '2'], after: new ConnectError('gone', Code.Unavailable) },
      { events: ['3'], after: 'hang' },
    ])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toEqual(['', '2'])
    expect(heard).toEqual(['1', '2', '3'])
    stop()
    await done
  })

  it('asks ever more slowly, and quickly again after something was heard', async () => {
    const down = { events: [], after: new ConnectError('down', Code.Unavailable) }
    const { asked, stop, done } = run([down, down, down, { events: ['1'], after: 'end' }, down])
    await vi.advanceTimersByTimeAsync(500)
    expect(asked.length).toBe(2)
    await vi.advanceTimersByTimeAsync(1_000 + 2_000)
    expect(asked.length).toBeGreaterThanOrEqual(4)
    stop()
    await done
  })

  it('asks ever more slowly for a line that says hello and drops, and rarely for one too many', async () => {
    const drops = { events: ['1'], after: 'end' as const }
    const dropping = run([drops, drops, drops, drops, drops, drops])
    await vi.advanceTimersByTimeAsync(3_000)
    expect(dropping.asked.length).toBeLessThanOrEqual(5)
    dropping.stop()
    await dropping.done
    const crowded = run([{ events: [], after: new ConnectError('too many', Code.ResourceExhausted) }])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(crowded.asked.length).toBe(1)
    crowded.stop()
    await crowded.done
  })

  it('hangs up a line on which nothing comes', async () => {
    const { asked, stop, done } = run([{ events: ['1'], after: 'hang' }])
    await vi.advanceTimersByTimeAsync(76_000)
    expect(asked).toEqual(['', '1'])
    stop()
    await done
  })

  it('waits while there is no network', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { asked, stop, done } = run([])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toEqual([])
    online.mockReturnValue(true)
    dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(10)
    expect(asked).toEqual([''])
    stop()
    await done
  })

  it('ends when nobody is logged in, and says so', async () => {
    const lost = vi.fn()
    const stopHearing = onAuthLost(lost)
    const { done } = run([{ events: [], after: new ConnectError('who?', Code.Unauthenticated) }])
    await done
    expect(lost).toHaveBeenCalledOnce()
    stopHearing()
  })

  it('lets go of the line when it is stopped', async () => {
    const { isOpen, stop, done } = run([{ events: ['1'], after: 'hang' }])
    await vi.advanceTimersByTimeAsync(10)
    expect(isOpen()).toBe(true)
    stop()
    await done
    expect(isOpen()).toBe(false)
  })
})

it('a pause doubles up to half a minute, and is spread', () => {
  expect([1, 2, 3, 4].map(failures => pauseBefore(failures, 1))).toEqual([500, 1_000, 2_000, 4_000])
  expect(pauseBefore(20, 1)).toBe(30_000)
  expect(pauseBefore(1, 0)).toBe(250)
})

describe('of all pages of a browser', () => {
  /** Locks of a browser: one holder a name, the others wait in turn. */
  function locks() {
    const turns: (() => void)[] = []
    let held = false
    const next = () => {
      const run = turns.shift()
      held = run !== undefined
      run?.()
    }
    return {
      request: (_name: string, { signal }: { signal: AbortSignal }, run: () => Promise<void>) =>
        new Promise<void>((resolve, reject) => {
          const start = () => {
            if (signal.aborted) {
              reject(new DOMException('given up', 'AbortError'))
              return next()
            }
            void run().finally(() => {
              resolve()
              next()
            })
          }
          if (held) turns.push(start)
          else {
            held = true
            start()
          }
        }),
    }
  }

  const settle = () => vi.advanceTimersByTimeAsync(20)

  beforeEach(() => {
    sessionStorage.clear()
    vi.stubGlobal('navigator', { onLine: true, locks: locks() })
    const channels = new Set<{ onmessage: ((message: { data: unknown }) => void) | null }>()
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        onmessage: ((message: { data: unknown }) => void) | null = null
        constructor() {
          channels.add(this)
        }
        postMessage(data: unknown) {
          for (const other of channels) if (other !== this) other.onmessage?.({ data })
        }
        close() {
          channels.delete(this)
        }
      },
    )
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('one holds the line, and all hear', async () => {
    const { watch, asked } = server([{ events: ['1', '2'], after: 'hang' }])
    const heard: string[][] = [[], []]
    const stops = heard.map(mine =>
      listen({ member: 'me', heard: ({ revision }) => void mine.push(revision), watch }),
    )
    await settle()
    expect(asked).toEqual([''])
    expect(heard).toEqual([
      ['1', '2'],
      ['1', '2'],
    ])
    for (const stop of stops) stop()
  })

  it('another one goes on from the last revision when the first is closed', async () => {
    const { watch, asked } = server([
      { events: ['1', '2'], after: 'hang' },
      { events: ['3'], after: 'hang' },
    ])
    const heard: string[] = []
    const stopFirst = listen({ member: 'me', heard: () => undefined, watch })
    const stopSecond = listen({ member: 'me', heard: ({ revision }) => void heard.push(revision), watch })
    await settle()
    stopFirst()
    await settle()
    expect(asked).toEqual(['', '2'])
    expect(heard).toEqual(['1', '2', '3'])
    stopSecond()
  })

  it('one that comes later hears that the stream has started, and from where', async () => {
    const { watch, asked } = server([
      { events: ['1', '2'], after: 'hang' },
      { events: ['3'], after: 'hang' },
    ])
    const stopFirst = listen({ member: 'me', heard: () => undefined, watch })
    await settle()
    sessionStorage.clear()
    const heard: string[] = []
    const stopSecond = listen({
      member: 'me',
      heard: ({ revision, what }) => void heard.push(`${what.case} ${revision}`),
      watch,
    })
    await settle()
    expect(heard).toEqual(['started 2'])
    stopFirst()
    await settle()
    expect(asked).toEqual(['', '2'])
    stopSecond()
  })

  it('the next one of a tab goes on where the last one was', async () => {
    const { watch, asked } = server([{ events: ['1', '2'], after: 'hang' }])
    const stopFirst = listen({ member: 'me', heard: () => undefined, watch })
    await settle()
    stopFirst()
    await settle()
    const stopNext = listen({ member: 'me', heard: () => undefined, watch })
    await settle()
    stopNext()
    await settle()
    const stopOther = listen({ member: 'somebody else', heard: () => undefined, watch })
    await settle()
    expect(asked).toEqual(['', '2', ''])
    stopOther()
  })

  it('one that is hidden for long lets go, and comes back when it is looked at', async () => {
    const { watch, asked, isOpen } = server([])
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
    const stop = listen({ member: 'me', heard: () => undefined, watch })
    await settle()
    expect(isOpen()).toBe(true)
    seen.mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(HIDDEN_FOR + 20)
    expect(isOpen()).toBe(false)
    const before = asked.length
    seen.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(asked.length).toBe(before + 1)
    stop()
  })
})
