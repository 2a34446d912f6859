import * as v from 'valibot'
import { read, write } from '../storage/store'

const KEY = 'time-bonus.dismissed'

/** Remembers when a member put the offer aside. */
export function dismissBonus(member: string, at: number): void {
  write('local', KEY, { member, at })
}

/** Whether this member put it aside: then it is not shown over a page again. */
export function bonusDismissed(member: string): boolean {
  return read('local', KEY, v.object({ member: v.string(), at: v.number() }))?.member === member
}
