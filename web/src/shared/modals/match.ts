import { openModal } from './opener'

/** Both the answer to a like and the live stream tell of the same match; it is celebrated once. */
const ONCE_IN = 60_000

const told = new Map<string, number>()

/** Celebrates a match with a member, on both sides: after one's own like, and when the other one's arrives. */
export function openMatch(memberId: string, now = Date.now()): void {
  const last = told.get(memberId)
  if (last !== undefined && now - last < ONCE_IN) return
  told.set(memberId, now)
  openModal('match', { memberId, kind: 'match' })
}
