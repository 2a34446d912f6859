import type { Money } from '../i18n/money'
import type { SiteSettings } from '../settings/schema'
import type { Package } from './packages'

/**
 * What a number of credits costs at least in money: with the package that has the lowest price a credit, rounded up
 * to the cent. Null while no package is known.
 */
export function priceOf(credits: number, packages: readonly Package[]): Money | null {
  const [first] = packages
  if (!first) return null
  const cheapest = packages.reduce((best, each) =>
    each.price.minor * best.credits < best.price.minor * each.credits ? each : best,
  )
  const { price } = cheapest
  return { minor: Math.ceil((price.minor * credits) / cheapest.credits), currency: price.currency }
}

/** What a message costs with a package at the price that is paid for it. */
export const perMessage = (bought: Package, total: Money, messageCredits: number): Money =>
  priceOf(messageCredits, [{ ...bought, price: total }]) ?? bought.perMessage

/** What a message costs at least: what the operator says for the country, else what the packages tell. */
export function messagePrice(
  { message_credits, minimum_message_costs }: Pick<SiteSettings, 'message_credits' | 'minimum_message_costs'>,
  country: string | null,
  packages: readonly Package[],
): Money | null {
  const said = country === null ? undefined : minimum_message_costs[country]
  if (said) return { minor: said.costs, currency: said.currency }
  return priceOf(message_credits, packages)
}
