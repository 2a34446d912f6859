/** Milliseconds from the sign-up that the time bonus lasts. It is never started again. */
const LASTS = 14_400_000

/** How long a clock here may be wrong before a new member is not asked for. */
const DOUBT = 86_400_000

type NewMember = { paid_user: boolean; signup_date: string | null }

/** The part of a discount code that the time bonus is made of. */
export type BonusCode = { status: string; expired: boolean; expires: string | null }

const moment = (text: string | null): number | null => {
  const at = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : at
}

/** Whether it is worth asking for the bonus: whoever paid, or came long ago, has none. `now` may be a wrong clock. */
export function mayHaveBonus({ paid_user, signup_date }: NewMember, now: number): boolean {
  const from = moment(signup_date)
  return !paid_user && from !== null && Math.abs(now - from) < LASTS + DOUBT
}

/** When the bonus ends by the server's clock, at most 4 hours after the sign-up; null when there is none. */
export function bonusEnd({ paid_user, signup_date }: NewMember, code: BonusCode | null): number | null {
  const from = moment(signup_date)
  if (paid_user || from === null || !code || code.expired || code.status !== 'active') return null
  return Math.min(from + LASTS, moment(code.expires) ?? Number.POSITIVE_INFINITY)
}

/** Hours, minutes and seconds, for example 3:05:09; what is begun of a second counts whole. */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const two = (number: number) => String(number).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** Where the bonus is told of: members, their profiles, the overviews, premium; never over a conversation. */
export function inMembersArea(path: string): boolean {
  return /^\/(members(\/[^/]+)?|chats|likes(\/m\/[^/]+)?|premium)$/.test(path)
}
