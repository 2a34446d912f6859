import type { Failure } from '../../../shared/failures/reasons'
import { uuid7 } from '../../../shared/ids/uuid7'
import { byTurn, type Content, type Item, mayPass } from './item'
import type { OutboxStore } from './store'

/** Tries of a message that the server fails at; the network may take for ever. */
const TRIES = 5
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 30_000

type Doing = {
  member: string
  store: OutboxStore
  /** One try. Throws what `failureOf` understands; `changed` stores progress that another try builds on. */
  send: (item: Item, changed: (content: Content) => Promise<void>) => Promise<void>
  failureOf: (error: unknown) => Failure
  /** Alone among all pages of this browser. */
  alone: (name: string, run: () => Promise<void>) => Promise<void>
  /** Waits, until the time is over, the network is back or somebody asks for another try. */
  pause: (milliseconds: number, sooner: AbortSignal) => Promise<void>
  /** Tells the other pages that the store has changed. */
  tell: () => void
  /** A message was refused; the ones behind it with it. */
  refused: (item: Item, failed: Failure) => void
}

/** What a page shows of the queue. */
export type Queue = {
  items: readonly Item[]
  /** Conversations whose first message waits for another try. */
  stalled: ReadonlySet<string>
}

/**
 * The messages that are not sent yet: one queue a conversation, in order, each under the id it was written with.
 * A message that cannot be sent now keeps its turn; one that is refused takes those behind it along, so that
 * nothing overtakes it.
 */
export class Outbox {
  readonly #doing: Doing
  #queue: Queue = { items: [], stalled: new Set() }
  readonly #heard = new Set<() => void>()
  /** Conversations whose queue is being worked through, and what cuts a wait short. */
  readonly #draining = new Map<string, AbortController>()
  /** What the store has had; gone from there, another page has sent it. */
  readonly #stored = new Set<string>()
  #closed = false

  constructor(doing: Doing) {
    this.#doing = doing
  }

  readonly queue = (): Queue => this.#queue

  readonly subscribe = (heard: () => void): (() => void) => {
    this.#heard.add(heard)
    return () => this.#heard.delete(heard)
  }

  /** Takes up what an earlier visit left, or what another page has changed. */
  async load(): Promise<void> {
    const stored = await this.#doing.store.all(this.#doing.member)
    for (const { id } of stored) this.#stored.add(id)
    // What was written in this very moment may not be stored yet.
    const fresh = this.#queue.items.filter(({ id }) => !this.#stored.has(id))
    this.#show([...stored, ...fresh])
    for (const peer of new Set(this.#queue.items.map(item => item.peer))) void this.#drain(peer)
  }

  /** Writes a message; it is in the queue when this returns. */
  post(peer: string, content: Content, now: number = Date.now()): Item {
    const { member } = this.#doing
    const queuedAt = this.#lastTurn(now)
    const item: Item = { id: uuid7(now), member, peer, at: now, queuedAt, content, failure: null }
    this.#show([...this.#queue.items, item])
    // Both at once: a page that ends in between is the store's, a slow store is nobody's to wait for.
    void this.#put(item)
    void this.#drain(peer)
    return item
  }

  /** Tries everything that was refused in a conversation again, in its order, behind what waits already. */
  retry(peer: string, now: number = Date.now()): void {
    const again = this.#queue.items.filter(item => item.peer === peer && item.failure)
    const turn = this.#lastTurn(now)
    const changed = again.map((item, at) => ({ ...item, failure: null, queuedAt: turn + at }))
    this.#replace(changed)
    this.#draining.get(peer)?.abort()
    void Promise.all(changed.map(item => this.#put(item))).then(() => this.#drain(peer))
  }

  /** Tries now what waits for the network. */
  readonly hurry = (): void => {
    for (const sooner of this.#draining.values()) sooner.abort()
  }

  /** Gives a message up that is not on its way. */
  drop(id: string): void {
    void this.#remove(id)
  }

  close(): void {
    this.#closed = true
    this.hurry()
  }

  #show(items: readonly Item[], stalled: ReadonlySet<string> = this.#queue.stalled): void {
    this.#queue = { items: [...items].sort(byTurn), stalled }
    for (const heard of this.#heard) heard()
  }

  #replace(changed: readonly Item[]): void {
    const next = new Map(changed.map(item => [item.id, item]))
    this.#show(this.#queue.items.map(item => next.get(item.id) ?? item))
  }

  #stall(peer: string, is: boolean): void {
    if (this.#queue.stalled.has(peer) === is) return
    const stalled = new Set(this.#queue.stalled)
    if (is) stalled.add(peer)
    else stalled.delete(peer)
    this.#show(this.#queue.items, stalled)
  }

  /** A store that is full or gone must not keep a message from being sent. */
  async #put(item: Item): Promise<void> {
    try {
      await this.#doing.store.put(item)
      this.#stored.add(item.id)
      this.#doing.tell()
    } catch {}
  }

  async #remove(id: string): Promise<void> {
    this.#show(this.#queue.items.filter(item => item.id !== id))
    try {
      await this.#doing.store.remove(id)
      this.#doing.tell()
    } catch {}
    this.#stored.delete(id)
  }

  /** A turn behind all others, also within one millisecond. */
  #lastTurn(now: number): number {
    return this.#queue.items.reduce((last, { queuedAt }) => Math.max(last, queuedAt + 1), now)
  }

  #head(peer: string): Item | undefined {
    return this.#queue.items.find(item => item.peer === peer && !item.failure)
  }

  async #drain(peer: string): Promise<void> {
    if (this.#draining.has(peer) || !this.#head(peer)) return
    this.#draining.set(peer, new AbortController())
    try {
      await this.#doing.alone(`vonk.send.${this.#doing.member}.${peer}`, () => this.#sendAll(peer))
    } finally {
      this.#draining.delete(peer)
      this.#stall(peer, false)
    }
    // Written between the last look and now.
    if (!this.#closed && this.#head(peer)) void this.#drain(peer)
  }

  async #sendAll(peer: string): Promise<void> {
    let tries = 0
    for (let item = this.#head(peer); item && !this.#closed; item = this.#head(peer)) {
      if (await this.#isSentElsewhere(item)) {
        await this.#remove(item.id)
        continue
      }
      try {
        await this.#try(item)
        await this.#remove(item.id)
        this.#stall(peer, false)
        tries = 0
      } catch (error) {
        const failed = this.#doing.failureOf(error)
        // Given up meanwhile, by who is leaving.
        if (this.#closed) return
        tries += 1
        const patient = failed.reason !== 'unknown' || tries < TRIES
        if (mayPass(failed) && patient) await this.#wait(peer, tries)
        else await this.#refuse(item, failed)
      }
    }
  }

  async #try(item: Item): Promise<void> {
    await this.#doing.send(item, async content => {
      const changed = { ...item, content }
      this.#replace([changed])
      await this.#put(changed)
    })
  }

  async #wait(peer: string, tries: number): Promise<void> {
    this.#stall(peer, true)
    const sooner = new AbortController()
    this.#draining.set(peer, sooner)
    await this.#doing.pause(Math.min(FIRST_PAUSE * 2 ** (tries - 1), LONGEST_PAUSE), sooner.signal)
  }

  async #refuse(head: Item, failed: Failure): Promise<void> {
    const refused = this.#queue.items
      .filter(item => item.peer === head.peer && !item.failure)
      .map(item => ({ ...item, failure: failed }))
    this.#replace(refused)
    this.#doing.refused(head, failed)
    await Promise.all(refused.map(item => this.#put(item)))
  }

  /** Another page had its turn with it. */
  async #isSentElsewhere({ id }: Item): Promise<boolean> {
    if (!this.#stored.has(id)) return false
    return this.#doing.store.has(id).then(
      has => !has,
      () => false,
    )
  }
}
