/** Every way a call can fail that a person can be told about. The words are those of proto/ and of /api/*.php. */
export const REASONS = [
  'email_invalid',
  'password_too_short',
  'password_too_long',
  'password_guessable',
  'passwords_differ',
  'password_missing',
  'name_too_short',
  'name_too_long',
  'name_is_email',
  'name_starts_with_at',
  'name_has_contact',
  'name_invalid',
  'birth_date_invalid',
  'too_young',
  'country_unknown',
  'language_unknown',
  'terms_not_accepted',
  'gender_missing',
  'seeking_missing',
  'signups_closed',
  'email_taken',
  'email_deleted',
  'login_failed',
  'login_blocked',
  'link_invalid',
  'password_wrong',
  'too_many_mails',
  'not_logged_in',
  'session_unknown',
  'account_unknown',
  'already_active',
  'page_unknown',
  'rate_limited',
  'busy',
  'offline',
  'unknown',
] as const

export type Reason = (typeof REASONS)[number]

/** A failure in our words, with the numbers its text needs. */
export type Failure = { reason: Reason; details: Readonly<Record<string, string>> }

export function isReason(word: string): word is Reason {
  return REASONS.some(reason => reason === word)
}

export const failure = (reason: Reason, details: Record<string, string> = {}): Failure => ({ reason, details })

/** A detail as a number, or the fallback when it is missing or no number. */
export function detail(of: Failure, name: string, fallback: number): number {
  const number = Number(of.details[name])
  return of.details[name] !== undefined && Number.isFinite(number) ? number : fallback
}
