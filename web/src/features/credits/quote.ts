import type { Money } from '../../shared/i18n/money'
import type { Order } from '../../shared/money/orders'
import type { Discount, Package } from '../../shared/money/packages'
import { phaseOf } from '../../shared/money/payment'

/** What a package costs when it is paid so. */
export type Quote = {
  total: Money
  saved: Money | null
  /** The code to order with; empty without a discount. */
  code: string
  /** Why the discount that is in effect takes nothing off here. */
  without: 'minimum' | 'method' | null
}

/** The discount counts only for orders and ways to pay that it is for. */
export function quote(chosen: Package, discount: Discount | null, method: string | null): Quote {
  const full = { total: chosen.price, saved: null, code: '' }
  if (!discount) return { ...full, without: null }
  if (chosen.price.minor < discount.minimum.minor) return { ...full, without: 'minimum' }
  if (discount.methods.length > 0 && method !== null && !discount.methods.includes(method)) {
    return { ...full, without: 'method' }
  }
  const saved = { minor: chosen.price.minor - chosen.discounted.minor, currency: chosen.price.currency }
  return { total: chosen.discounted, saved, code: discount.code, without: null }
}

/** The order that was begun for the same and can still be paid, in this browser or in another. */
export function openOrder(orders: readonly Order[], packageId: string, method: string): Order | null {
  const same = (order: Order) => order.packageId === packageId && order.method === method
  return orders.find(order => same(order) && phaseOf(order.status) === 'pending') ?? null
}

/** What an order that is open costs: what was agreed when it was begun. Its discount is kept for it. */
export function quoteOf({ amount, discountCode }: Order, { price }: Package): Quote {
  const saved = { minor: price.minor - amount.minor, currency: price.currency }
  return { total: amount, saved: saved.minor > 0 ? saved : null, code: discountCode, without: null }
}

/** The package with the lowest price a credit, when there is a choice. */
export function bestOf(packages: readonly Package[]): Package | null {
  const [first, ...rest] = packages
  if (!first || rest.length === 0) return null
  return rest.reduce(
    (best, each) => (each.price.minor * best.credits < best.price.minor * each.credits ? each : best),
    first,
  )
}
