import * as v from 'valibot'
import { forMembers } from '../paths'
import { PERSONAL } from '../storage/personal'
import { read, remove, write } from '../storage/store'

const KEY = `${PERSONAL}way-back`
/** For how long, in milliseconds: the mail comes within a minute, and the computer may be everybody's. */
const KEPT_FOR = 3_600_000

const Kept = v.object({ next: v.string(), at: v.number() })

/** Keeps the way back over a sign-up, which goes on from a mail, most often in another tab. */
export function keepWayBack(next: string | null): void {
  if (next === null) forgetWayBack()
  else write('local', KEY, { next, at: Date.now() })
}

/** The way back that a sign-up left, while it is young. */
export function keptWayBack(): string | null {
  const kept = read('local', KEY, Kept)
  return kept && Date.now() - kept.at < KEPT_FOR ? forMembers(kept.next) : null
}

export const forgetWayBack = (): void => remove('local', KEY)
