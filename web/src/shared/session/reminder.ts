import type { User } from './user'

/** Whether the member should be reminded to confirm the mail address. */
export function needsActivationReminder(user: User): boolean {
  return (
    user.status === 'not_confirmed' &&
    user.profile.status === 'disabled' &&
    user.notifications_disabled.length === 0
  )
}
