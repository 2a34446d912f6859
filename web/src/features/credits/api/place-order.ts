import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { type Order, orderOf } from '../../../shared/money/orders'
import { billing } from '../../../shared/rpc/billing'
import { forgetOrder, type Intention, orderIdFor } from '../intention'

/** An order, and where it is paid; without an address there is nothing to pay. */
export type Placed = { order: Order; checkoutUrl: string }

async function createOrder(about: Intention, id: string): Promise<Placed> {
  const { order, checkoutUrl } = await billing.createOrder({
    orderId: id,
    packageId: about.package,
    method: about.method,
    discountCode: about.code,
    acceptImmediate: true,
  })
  if (!order) throw new Error('an answer without an order')
  return { order: orderOf(order), checkoutUrl }
}

/**
 * Places the order of an intention, or finds it; `open` is the one that is known to be open already. One that has
 * come to nothing meanwhile is followed by a new one.
 */
export async function placeOrder(about: Intention, open: string | null = null): Promise<Placed> {
  const id = open ?? (await orderIdFor(about))
  try {
    return await createOrder(about, id)
  } catch (error) {
    if (!['order_not_payable', 'order_exists'].includes(failureOfRpc(error).reason)) throw error
    await forgetOrder(id)
    return createOrder(about, await orderIdFor(about))
  }
}
