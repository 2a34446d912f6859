import * as v from 'valibot'
import { PERSONAL } from '../storage/personal'
import { read, write } from '../storage/store'
import { openModal } from './opener'

/**
 * Both the answer to a like and the live stream tell of the same match; it is celebrated once, also when the stream
 * tells of it on the next page of this tab.
 */
const ONCE_IN = 60_000

const KEY = `${PERSONAL}matches-told`
const Told = v.record(v.string(), v.number())

/** When which match was told; kept for the next page, where there is a storage. */
const told = new Map(Object.entries(read('session', KEY, Told) ?? {}))

/** Celebrates a match with a member, on both sides: after one's own like, and when the other one's arrives. */
export function openMatch(memberId: string, now = Date.now()): void {
  for (const [member, at] of told) if (now - at >= ONCE_IN) told.delete(member)
  if (told.has(memberId)) return
  told.set(memberId, now)
  write('session', KEY, Object.fromEntries(told))
  openModal('match', { memberId, kind: 'match' })
}
