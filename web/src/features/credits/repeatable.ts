import type { Money } from '../../shared/i18n/money'
import type { Order } from '../../shared/money/orders'
import type { Offer } from '../../shared/money/packages'
import { phaseOf } from '../../shared/money/payment'

/** A purchase that can be made again, at today's price. */
export type Repeatable = { order: Order; price: Money }

/** Completed purchases whose package and way to pay are still offered, each once, the latest first. */
export function repeatable(orders: readonly Order[], { packages, methods }: Offer): Repeatable[] {
  const seen = new Set<string>()
  return orders.flatMap(order => {
    const offered = packages.find(({ id }) => id === order.packageId)
    const name = `${order.packageId} ${order.method}`
    const known = methods.some(({ id }) => id === order.method)
    if (phaseOf(order.status) !== 'completed' || !offered || !known || seen.has(name)) return []
    seen.add(name)
    return [{ order, price: offered.discounted }]
  })
}
