import * as v from 'valibot'
import { uuid7 } from '../../shared/ids/uuid7'
import { PERSONAL } from '../../shared/storage/personal'
import { read, write } from '../../shared/storage/store'

/** What a member is about to buy. The same intention is the same order, in every tab and after every reload. */
export type Intention = { member: string; package: string; method: string; code: string }

const KEY = `${PERSONAL}orders-begun`

/** A bank transfer may take its time. */
const KEPT = 30 * 86_400_000

const Begun = v.record(v.string(), v.object({ id: v.string(), at: v.number() }))
type Begun = v.InferOutput<typeof Begun>

const nameOf = (about: Intention): string => [about.member, about.package, about.method, about.code].join(' ')

const begun = (now: number): Begun =>
  Object.fromEntries(Object.entries(read('local', KEY, Begun) ?? {}).filter(([, { at }]) => now - at < KEPT))

/** The id of the order that was begun for this; null when there is none. */
export const begunOrder = (about: Intention, now: number): string | null =>
  begun(now)[nameOf(about)]?.id ?? null

/** Two tabs that ask at the same time get the same answer, where the browser can see to it. */
async function oneAtATime<T>(work: () => T): Promise<T> {
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(KEY, work)
}

/** The id to order under: made before the first try, the same at each further one. */
export function orderIdFor(about: Intention, now: number = Date.now()): Promise<string> {
  return oneAtATime(() => {
    const all = begun(now)
    const known = all[nameOf(about)]
    if (known) return known.id
    const id = uuid7(now)
    write('local', KEY, { ...all, [nameOf(about)]: { id, at: now } })
    return id
  })
}

/** This order has ended: whoever wants the same again wants a new one. */
export function forgetOrder(id: string, now: number = Date.now()): Promise<void> {
  return oneAtATime(() => {
    const rest = Object.entries(begun(now)).filter(([, known]) => known.id !== id)
    write('local', KEY, Object.fromEntries(rest))
  })
}
