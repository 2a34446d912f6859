/** What a person typed into day, month and year. */
export type DateParts = { day: string; month: string; year: string }

const whole = (text: string): number => (/^\d{1,4}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN)

/** The ISO date of three typed numbers; null when there is no such day. */
export function isoOf({ day, month, year }: DateParts): string | null {
  const [d, m, y] = [whole(day), whole(month), whole(year)]
  if (!(y >= 1900 && y <= 9999)) return null
  const at = new Date(Date.UTC(y, m - 1, d))
  const real = at.getUTCFullYear() === y && at.getUTCMonth() === m - 1 && at.getUTCDate() === d
  return real ? at.toISOString().slice(0, 10) : null
}

/** The age in whole years on a day. Both are ISO dates. */
export function ageOn(birth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4))
  return today.slice(5) >= birth.slice(5) ? years : years - 1
}

/** Today's date in the reader's own time zone. */
export function todayIso(now: Date = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
