import * as v from 'valibot'
import { PERSONAL } from '../storage/personal'
import { read, write } from '../storage/store'
import { openModal } from './opener'

/**
 * Both the answer to a like and the live stream tell of the same match; it is celebrated once, whichever page of this
 * browser is looked at first.
 */
const ONCE_IN = 60_000

/** A page in the background may tell of a match so much later. */
const KEPT = 86_400_000

const KEY = `${PERSONAL}matches-told`
const Told = v.record(v.string(), v.number())

/** Since when there was which match that was told; kept for the other pages, where there is a storage. */
const told = new Map<string, number>()

/** Celebrates a match with a member, on both sides: after one's own like, and when the other one's arrives. */
export function openMatch(memberId: string, at = Date.now()): void {
  for (const [member, since] of Object.entries(read('local', KEY, Told) ?? {})) told.set(member, since)
  for (const [member, since] of told) if (at - since >= KEPT) told.delete(member)
  const before = told.get(memberId)
  if (before !== undefined && at - before < ONCE_IN) return
  told.set(memberId, at)
  write('local', KEY, Object.fromEntries(told))
  openModal('match', { memberId, kind: 'match' })
}
