// Dates, numbers and names of places, by Intl; nowhere else.

import { countryName } from './country-name'

export { countryName }

/** A day in words, for example 4 December 2026. */
export function formatDay(at: Date, locale: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...(timeZone && { timeZone }) }).format(at)
}

/** Day and time, short. */
export function formatMoment(at: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

/** A calendar date such as 1990-12-31 in words; the same day in every time zone. */
export function formatIsoDate(iso: string, locale: string): string {
  const at = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(at.getTime()) ? iso : formatDay(at, locale, 'UTC')
}

/** How long ago, in words, for example "3 hours ago"; "now" within a minute. */
export function formatAgo(at: Date, now: Date, locale: string): string {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000)
  const sizes: [Intl.RelativeTimeFormatUnit, number][] = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ]
  for (const [unit, size] of sizes) {
    if (Math.abs(seconds) >= size) return words.format(Math.trunc(seconds / size), unit)
  }
  return words.format(0, 'second')
}

/** Countries sorted by their name in the reader's language. */
export function sortedCountries(codes: readonly string[], locale: string): { code: string; name: string }[] {
  const order = new Intl.Collator(locale)
  return codes
    .map(code => ({ code, name: countryName(code, locale) }))
    .sort((one, other) => order.compare(one.name, other.name))
}

export type DatePart = 'day' | 'month' | 'year'

/** The order in which the language writes day, month and year. */
export function datePartOrder(locale: string): DatePart[] {
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', year: 'numeric' })
  return parts
    .formatToParts(new Date(0))
    .map(part => part.type)
    .filter((type): type is DatePart => type === 'day' || type === 'month' || type === 'year')
}

/** A distance in whole kilometres, short. */
export function formatKilometres(kilometres: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilometer' }).format(kilometres)
}
