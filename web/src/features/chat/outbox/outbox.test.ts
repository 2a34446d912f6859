import { describe, expect, it, vi } from 'vitest'
import { type Failure, failure, type Reason } from '../../../shared/failures/reasons'
import type { Content, Item } from './item'
import { Outbox } from './outbox'
import { memoryStore, type OutboxStore } from './store'

const text = (words: string): Content => ({ kind: 'text', text: words })

class Refused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.reason)
  }
}
const refuse = (reason: Reason) => new Refused(failure(reason))

/** A server that keeps what it got, once for each id, and fails as it is told. */
function world({ store = memoryStore(), fail = [] as (Reason | null)[] } = {}) {
  const got: string[] = []
  const tries: string[] = []
  const ids = new Set<string>()
  const pauses: number[] = []
  const release: (() => void)[] = []
  const doing = {
    member: 'me',
    store,
    send: vi.fn(async ({ id, content }: Item) => {
      tries.push(id)
      const reason = fail.shift()
      if (reason) throw refuse(reason)
      if (content.kind === 'text' && !ids.has(id)) got.push(content.text)
      ids.add(id)
    }),
    failureOf: (error: unknown) => (error instanceof Refused ? error.failure : failure('unknown')),
    alone: async (_name: string, run: () => Promise<void>) => run(),
    pause: (milliseconds: number, sooner: AbortSignal) =>
      new Promise<void>(resolve => {
        pauses.push(milliseconds)
        release.push(resolve)
        sooner.addEventListener('abort', () => resolve())
      }),
    tell: vi.fn(),
    refused: vi.fn(),
  }
  const outbox = new Outbox(doing)
  return { outbox, doing, got, tries, pauses, release, store, fail }
}

function gate() {
  let open: () => void = () => undefined
  const promise = new Promise<void>(resolve => {
    open = resolve
  })
  return { promise, resolve: () => open() }
}

const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true))
const words = (outbox: Outbox) =>
  outbox.queue().items.map(({ content }) => (content.kind === 'text' ? content.text : content.kind))

describe('the outbox', () => {
  it('shows a message at once, before anything is stored or sent', () => {
    const { outbox, doing } = world()
    const heard = vi.fn()
    outbox.subscribe(heard)
    outbox.post('anna', text('hello'))
    expect(words(outbox)).toEqual(['hello'])
    expect(heard).toHaveBeenCalled()
    expect(doing.send).not.toHaveBeenCalled()
  })

  it('sends in the order of writing, also when the first one takes long', async () => {
    const { outbox, doing, got } = world()
    const first = gate()
    doing.send.mockImplementationOnce(async () => {
      await first.promise
      got.push('one')
    })
    for (const each of ['one', 'two', 'three']) outbox.post('anna', text(each), 1_000)
    await until(() => doing.send.mock.calls.length === 1)
    first.resolve()
    await until(() => got.length === 3)
    expect(got).toEqual(['one', 'two', 'three'])
    await until(() => outbox.queue().items.length === 0)
  })

  it('does not let one conversation wait for another', async () => {
    const { outbox, got } = world({ fail: ['offline'] })
    outbox.post('anna', text('stuck'))
    await until(() => outbox.queue().stalled.has('anna'))
    outbox.post('bram', text('gone'))
    await until(() => got.includes('gone'))
    expect(words(outbox)).toEqual(['stuck'])
  })

  it('keeps the turn of a message that the network swallowed, and brings the same id again', async () => {
    const { outbox, got, tries, pauses, release } = world({ fail: ['offline', 'busy'] })
    outbox.post('anna', text('one'))
    outbox.post('anna', text('two'))
    await until(() => release.length === 1)
    release[0]?.()
    await until(() => release.length === 2)
    release[1]?.()
    await until(() => got.length === 2)
    expect(got).toEqual(['one', 'two'])
    expect(new Set(tries.slice(0, 3)).size).toBe(1)
    expect(pauses).toEqual([1_000, 2_000])
    expect(outbox.queue().stalled.size).toBe(0)
  })

  it('tries at once when somebody asks for it', async () => {
    const { outbox, got } = world({ fail: ['offline'] })
    outbox.post('anna', text('one'))
    await until(() => outbox.queue().stalled.has('anna'))
    outbox.hurry()
    await until(() => got.length === 1)
  })

  it('tells why a message was refused, takes those behind it along, and retries them in their order', async () => {
    const { outbox, got, fail, doing } = world({ fail: ['credits_short'] })
    for (const each of ['one', 'two', 'three']) outbox.post('anna', text(each), 1_000)
    await until(() => outbox.queue().items.every(item => item.failure))
    expect(got).toEqual([])
    expect(outbox.queue().items.map(item => item.failure?.reason)).toEqual(
      Array.from({ length: 3 }, () => 'credits_short'),
    )
    expect(doing.refused).toHaveBeenCalledOnce()
    fail.length = 0
    outbox.retry('anna', 2_000)
    await until(() => got.length === 3)
    expect(got).toEqual(['one', 'two', 'three'])
  })

  it('never lets a retry overtake what waits already', async () => {
    const { outbox, got, doing } = world({ fail: ['read_only'] })
    outbox.post('anna', text('refused'), 1_000)
    await until(() => outbox.queue().items[0]?.failure !== null)
    const hold = gate()
    doing.send.mockImplementationOnce(async () => {
      await hold.promise
      got.push('newer')
    })
    outbox.post('anna', text('newer'), 2_000)
    outbox.post('anna', text('newest'), 2_001)
    await until(() => doing.send.mock.calls.length === 2)
    outbox.retry('anna', 3_000)
    hold.resolve()
    await until(() => got.length === 3)
    expect(got).toEqual(['newer', 'newest', 'refused'])
  })

  it('gives a server that fails five tries, then says so', async () => {
    const { outbox, release, tries } = world({ fail: Array.from({ length: 5 }, () => 'unknown' as const) })
    outbox.post('anna', text('one'))
    for (let at = 0; at < 4; at += 1) {
      await until(() => release.length === at + 1)
      release[at]?.()
    }
    await until(() => outbox.queue().items[0]?.failure?.reason === 'unknown')
    expect(tries).toHaveLength(5)
  })

  it('drops what is given up', async () => {
    const { outbox, store } = world({ fail: ['read_only'] })
    const { id } = outbox.post('anna', text('one'))
    await until(() => outbox.queue().items[0]?.failure !== null)
    outbox.drop(id)
    expect(outbox.queue().items).toEqual([])
    await vi.waitFor(async () => expect(await store.has(id)).toBe(false))
  })
})

describe('after a reload', () => {
  it('what was not sent is sent, under the same id, and only that of the member', async () => {
    const before = world({ fail: ['offline'] })
    const { id } = before.outbox.post('anna', text('one'))
    await until(() => before.outbox.queue().stalled.has('anna'))
    before.outbox.close()
    await before.store.put({ ...(before.outbox.queue().items[0] as Item), id: 'x', member: 'somebody else' })
    const after = world({ store: before.store })
    await after.outbox.load()
    await until(() => after.got.length === 1)
    expect(after.tries).toEqual([id])
    expect(await before.store.all('somebody else')).toHaveLength(1)
  })

  it('what was refused stays refused until somebody tries it again', async () => {
    const before = world({ fail: ['credits_short'] })
    before.outbox.post('anna', text('one'))
    await until(() => before.outbox.queue().items[0]?.failure !== null)
    const after = world({ store: before.store })
    await after.outbox.load()
    expect(after.outbox.queue().items[0]?.failure?.reason).toBe('credits_short')
    expect(after.doing.send).not.toHaveBeenCalled()
  })

  it('a crash between the answer and the store brings the same id, so the server has it once', async () => {
    const forgetful: OutboxStore = { ...memoryStore(), remove: async () => Promise.reject(new Error('gone')) }
    const { outbox, got, doing } = world({ store: forgetful })
    const { id } = outbox.post('anna', text('one'))
    await until(() => got.length === 1)
    const again = new Outbox(doing)
    await again.load()
    await until(() => doing.send.mock.calls.length === 2)
    expect(doing.send.mock.calls.map(([item]) => item.id)).toEqual([id, id])
    expect(got).toEqual(['one'])
  })
})

describe('two pages of one browser', () => {
  it('send a message once', async () => {
    const store = memoryStore()
    let turn = Promise.resolve()
    const alone = (_name: string, run: () => Promise<void>) => {
      turn = turn.then(run)
      return turn
    }
    const one = world({ store })
    const other = world({ store })
    one.doing.alone = alone
    other.doing.alone = alone
    const hold = gate()
    one.doing.send.mockImplementationOnce(async () => {
      await hold.promise
      one.got.push('hello')
    })
    one.outbox.post('anna', text('hello'))
    await until(() => one.doing.send.mock.calls.length === 1)
    await other.outbox.load()
    expect(words(other.outbox)).toEqual(['hello'])
    hold.resolve()
    await until(() => other.outbox.queue().items.length === 0)
    expect(other.doing.send).not.toHaveBeenCalled()
    expect(one.got).toEqual(['hello'])
  })
})
