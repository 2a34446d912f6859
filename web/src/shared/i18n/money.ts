/** An amount in the minor unit of its currency. */
export type Money = { minor: number; currency: string }

/** An amount in words of the language, for example € 9,99. */
export function formatMoney({ minor, currency }: Money, locale: string): string {
  const words = new Intl.NumberFormat(locale, { style: 'currency', currency })
  // Yen have no cents, dinars have thousands.
  const places = words.resolvedOptions().maximumFractionDigits ?? 2
  return words.format(minor / 10 ** places)
}

/** A whole number with the language's separators. */
export const formatNumber = (number: number, locale: string): string =>
  new Intl.NumberFormat(locale).format(number)

/** A change of credits with its sign. */
export const formatChange = (credits: number, locale: string): string =>
  new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(credits)

/** A percentage, 25 for a quarter; of 25.5 the half is shown. */
export const formatPercent = (percentage: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(percentage / 100)
