import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { detail, type Failure } from './reasons'

/** Picks the sentence for a failure, in the reader's language. */
export function useFailureText(): (failed: Failure) => string {
  const { t } = useLingui()
  return failed => {
    switch (failed.reason) {
      case 'email_invalid':
        return t`Invalid e-mail address`
      case 'password_missing':
        return t`Fill in your password.`
      case 'password_too_short': {
        const min = detail(failed, 'min', 12)
        return t`${plural(min, { one: 'Use at least # character.', other: 'Use at least # characters.' })}`
      }
      case 'password_too_long': {
        const max = detail(failed, 'max', 256)
        return t`${plural(max, { one: 'Use at most # character.', other: 'Use at most # characters.' })}`
      }
      case 'password_guessable':
        return t`This password is easy to guess. A few random words work well.`
      case 'passwords_differ':
        return t`The passwords are not the same.`
      case 'name_too_short': {
        const min = detail(failed, 'min', 3)
        return t`${plural(min, { one: 'Use at least # character.', other: 'Use at least # characters.' })}`
      }
      case 'name_too_long': {
        const max = detail(failed, 'max', 20)
        return t`${plural(max, { one: 'Use at most # character.', other: 'Use at most # characters.' })}`
      }
      case 'name_is_email':
        return t`Your profile name must differ from your e-mail address`
      case 'name_starts_with_at':
        return t`Your profile name cannot start with @.`
      case 'name_has_contact':
        return t`Leave contact details and web addresses out of your profile name.`
      case 'name_invalid':
        return t`Use letters, and only characters that names have.`
      case 'birth_date_invalid':
        return t`Fill in a valid date of birth.`
      case 'too_young': {
        const age = detail(failed, 'min_age', 18)
        return t`${plural(age, { one: 'You must be at least # year old.', other: 'You must be at least # years old.' })}`
      }
      case 'country_unknown':
        return t`Choose a country from the list.`
      case 'language_unknown':
        return t`Choose a language from the list.`
      case 'terms_not_accepted':
        return t`Both are needed to become a member.`
      case 'gender_missing':
        return t`Choose what describes you.`
      case 'seeking_missing':
        return t`Choose whom you would like to meet.`
      case 'signups_closed':
        return t`New members cannot sign up here at the moment.`
      case 'email_taken':
        return t`This e-mail address already has an account on this site.`
      case 'email_deleted':
        return t`This account was deleted. The link in the mail about it takes it back.`
      case 'login_failed':
        return t`Login failed, please try again`
      case 'login_blocked': {
        const minutes = detail(failed, 'minutes', 15)
        return t`Too many wrong attempts, account blocked for ${minutes} min.`
      }
      case 'link_invalid':
        return t`Link expired or invalid, request a new e-mail`
      case 'password_wrong':
        return t`Check your old password.`
      case 'too_many_mails':
        return t`You have asked for many mails today, please try again tomorrow.`
      case 'not_logged_in':
      case 'session_unknown':
        return t`You are no longer logged in.`
      case 'account_unknown':
        return t`No account was found.`
      case 'already_active':
        return t`Your account is already active.`
      case 'page_unknown':
        return t`This page could not be found`
      case 'rate_limited':
        return t`That was a lot at once. Wait a moment and try again.`
      case 'busy':
        return t`It is busy here right now. Try again in a moment.`
      case 'offline':
        return t`No connection. Check your network and try again.`
      case 'unknown':
        return t`Something went wrong, please try again later.`
      default:
        return failed.reason satisfies never
    }
  }
}
