import { describe, expect, it } from 'vitest'
import { bonusEnd, countdown, inMembersArea, mayHaveBonus } from './bonus'
import { bonusDismissed, dismissBonus } from './bonus-dismissal'

const SIGNED_UP = '2026-11-20T12:00:00Z'
const at = (time: string) => Date.parse(`2026-11-20T${time}Z`)
const fresh = { paid_user: false, signup_date: SIGNED_UP }
const code = { status: 'active', expired: false, expires: '2026-11-20T16:00:00Z' }

describe('the time bonus', () => {
  it('ends 14,400 s after the sign-up, by the server’s word or by its own rule, whichever is first', () => {
    expect(bonusEnd(fresh, code)).toBe(at('16:00:00'))
    expect(bonusEnd(fresh, { ...code, expires: null })).toBe(at('16:00:00'))
    expect(bonusEnd(fresh, { ...code, expires: '2026-11-20T15:00:00Z' })).toBe(at('15:00:00'))
    // Nothing starts it again.
    expect(bonusEnd(fresh, { ...code, expires: '2026-11-21T16:00:00Z' })).toBe(at('16:00:00'))
  })

  it('is for those who never paid and have an active code', () => {
    expect(bonusEnd({ ...fresh, paid_user: true }, code)).toBeNull()
    expect(bonusEnd({ ...fresh, signup_date: null }, code)).toBeNull()
    expect(bonusEnd({ ...fresh, signup_date: 'soon' }, code)).toBeNull()
    expect(bonusEnd(fresh, null)).toBeNull()
    expect(bonusEnd(fresh, { ...code, expired: true })).toBeNull()
    expect(bonusEnd(fresh, { ...code, status: 'used' })).toBeNull()
  })

  it('is not asked for by members of old, even with a clock that is hours off', () => {
    expect(mayHaveBonus(fresh, at('12:00:01'))).toBe(true)
    expect(mayHaveBonus(fresh, at('12:00:01') - 5 * 3_600_000)).toBe(true)
    expect(mayHaveBonus(fresh, at('12:00:01') + 48 * 3_600_000)).toBe(false)
    expect(mayHaveBonus({ ...fresh, paid_user: true }, at('12:00:01'))).toBe(false)
  })

  it('counts hours, minutes and seconds down to zero', () => {
    expect(countdown(14_400_000)).toBe('4:00:00')
    expect(countdown(3 * 3_600_000 + 5 * 60_000 + 9_000)).toBe('3:05:09')
    expect(countdown(1)).toBe('0:00:01')
    expect(countdown(0)).toBe('0:00:00')
    expect(countdown(-5_000)).toBe('0:00:00')
  })

  it('is told of in the members area', () => {
    const inside = ['/members', '/members/0189', '/chats', '/likes', '/likes/m/0189', '/premium']
    const outside = ['/', '/credits', '/chats/0189', '/members/0189/chat', '/profile', '/likes/received']
    expect(inside.map(inMembersArea)).toEqual(inside.map(() => true))
    expect(outside.map(inMembersArea)).toEqual(outside.map(() => false))
  })

  it('that was put aside stays aside, for that member', () => {
    expect(bonusDismissed('m1')).toBe(false)
    dismissBonus('m1', at('12:01:00'))
    expect(bonusDismissed('m1')).toBe(true)
    expect(bonusDismissed('m2')).toBe(false)
  })
})
