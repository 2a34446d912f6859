import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatMoney } from '../i18n/money'
import { detail, type Failure } from './reasons'

/** Picks the sentence for a failure, in the reader's language. */
export function useFailureText(): (failed: Failure) => string {
  const { t, i18n } = useLingui()
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
      case 'profile_unknown':
      case 'member_unknown':
        return t`This profile is not available.`
      case 'not_confirmed':
        return t`Confirm your e-mail address first: open the link in the mail we sent you.`
      case 'login_required':
        return t`Log in to see this.`
      case 'too_many_views':
        return t`You have looked at a great many profiles today. Come back tomorrow for more.`
      case 'text_too_long': {
        const max = detail(failed, 'max', 1000)
        return t`${plural(max, { one: 'Use at most # character.', other: 'Use at most # characters.' })}`
      }
      case 'has_contact':
        return t`Leave contact details and web addresses out.`
      case 'value_invalid':
        return t`There is a character in this that cannot be shown.`
      case 'too_many_interests': {
        const max = detail(failed, 'max', 12)
        return t`${plural(max, { one: 'Choose at most # interest.', other: 'Choose at most # interests.' })}`
      }
      case 'place_unknown':
        return t`Choose a city from the list.`
      case 'place_denied':
        return t`Your browser did not tell us where you are. You can choose your city instead.`
      case 'place_not_found':
        return t`We could not find a city near you. You can choose your city instead.`
      case 'too_many_moves':
        return t`You have changed your place often today. Try again tomorrow.`
      case 'photo_limit':
        return t`You have as many photos as there may be. Remove one to make room.`
      case 'photo_unknown':
        return t`This photo is no longer there.`
      case 'photo_exists':
        return t`Choose this photo again.`
      case 'photo_unreadable':
        return t`This file cannot be read as a photo. Try another one.`
      case 'photo_too_large':
        return t`This photo is larger than 10 MB. Choose a smaller one.`
      case 'photo_too_many_pixels':
        return t`This photo has too many pixels. Choose a smaller one.`
      case 'photo_kind_refused':
        return t`Choose a photo of the kind JPEG, PNG or WebP.`
      case 'conversation_unknown':
        return t`This conversation is no longer there.`
      case 'is_self':
        return t`This is you.`
      case 'message_empty':
        return t`There is nothing to send yet.`
      case 'message_too_long': {
        const max = detail(failed, 'max', 1000)
        return t`${plural(max, { one: 'Use at most # character.', other: 'Use at most # characters.' })}`
      }
      case 'message_exists':
        return t`This message was sent already.`
      case 'credits_short':
        return t`You have too few credits for this.`
      case 'premium_needed':
        return t`This is for premium members.`
      case 'read_only':
        return t`Nobody can write here any more.`
      case 'peer_not_confirmed':
        return t`This member has not confirmed the e-mail address yet, so you cannot answer for now.`
      case 'gift_unknown':
        return t`This gift is no longer there.`
      case 'fictional_not_acknowledged':
        return t`First read what a fictional profile is.`
      case 'fictional_unpaid':
        return t`This profile is fictional, so nobody would read more. Nothing is sold for it.`
      case 'spending_limit':
        return t`This is more than the limit you set for yourself.`
      case 'billing_away':
        return t`Credits cannot be reached right now. It will be tried again.`
      case 'package_unknown':
      case 'method_unknown':
        return t`This is no longer offered. Choose another one.`
      case 'order_unknown':
        return t`This order was not found.`
      case 'order_exists':
      case 'order_not_payable':
        return t`This payment has ended. Nothing was charged; you can start again.`
      case 'too_many_orders':
        return t`You have many payments open. Finish or cancel one of them first.`
      case 'provider_away':
        return t`The payment service does not answer. Nothing was charged; try again in a moment.`
      case 'code_unknown':
        return t`Code not found`
      case 'code_used':
        return t`Code already used`
      case 'code_expired':
        return t`This code has ended.`
      case 'code_minimum': {
        const currency = failed.details.currency || 'EUR'
        const least = formatMoney({ minor: detail(failed, 'minimum_minor', 0), currency }, i18n.locale)
        return t`This code is for orders from ${least}.`
      }
      case 'code_country':
        return t`This code is for another country.`
      case 'withdrawal_over':
        return t`The time to withdraw from this purchase is over.`
      case 'withdrawal_done':
        return t`You have withdrawn from this purchase already.`
      case 'withdrawal_not_confirmed':
        return t`Look at the amount first, then confirm.`
      case 'consent_missing':
        return t`Tick this box to go on.`
      case 'limit_invalid':
        return t`Fill in a whole number up to 1,000,000, or nothing.`
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
