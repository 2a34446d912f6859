// When something was, by Intl, as chats tell it.

/** The time of day, short. */
export function formatTime(at: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at)
}

const dayNumber = (at: Date): number =>
  Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000)

/** A day as people call it: today, yesterday, the day of the week within a week, else the date. */
export function formatDayAgo(at: Date, now: Date, locale: string): string {
  const days = dayNumber(now) - dayNumber(at)
  if (days >= 0 && days <= 1)
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day')
  if (days > 1 && days < 7) return new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(at)
  const sameYear = at.getFullYear() === now.getFullYear()
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    ...(!sameYear && { year: 'numeric' as const }),
  }).format(at)
}

/** When something was, in as few signs as will do: the time today, the day this week, else the date. */
export function formatWhen(at: Date, now: Date, locale: string): string {
  const days = dayNumber(now) - dayNumber(at)
  if (days <= 0) return formatTime(at, locale)
  if (days === 1) return formatDayAgo(at, now, locale)
  if (days < 7) return new Intl.DateTimeFormat(locale, { weekday: 'short' }).format(at)
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', year: '2-digit' }).format(at)
}
