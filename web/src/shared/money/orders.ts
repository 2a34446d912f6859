import { queryOptions } from '@tanstack/react-query'
import { OrderStatus as Wire, type Order as WireOrder } from '../../gen/vonk/billing/v1/billing_pb'
import type { Money } from '../i18n/money'
import { keys } from '../query/keys'
import { billing } from '../rpc/billing'
import { momentOf, moneyOf } from './of-wire'
import { type OrderStatus, pollAfter } from './payment'

/** A purchase as its buyer sees it. */
export type Order = {
  id: string
  packageId: string
  status: OrderStatus
  credits: number
  amount: Money
  /** What the amount includes; null where the rate is not known. */
  vat: { percentage: number; amount: Money } | null
  method: string
  discountCode: string
  createdAt: Date | null
  paidAt: Date | null
  /** Until when it can be withdrawn from; null when it cannot. */
  withdrawUntil: Date | null
  withdrawnAt: Date | null
  refunded: Money
}

const STATUSES: Record<Wire, OrderStatus> = {
  [Wire.UNSPECIFIED]: 'pending',
  [Wire.CREATED]: 'created',
  [Wire.PENDING]: 'pending',
  [Wire.PAID]: 'paid',
  [Wire.CANCELLED]: 'cancelled',
  [Wire.EXPIRED]: 'expired',
  [Wire.FAILED]: 'failed',
  [Wire.PART_REFUNDED]: 'part_refunded',
  [Wire.REFUNDED]: 'refunded',
  [Wire.CHARGED_BACK]: 'charged_back',
  [Wire.QUARANTINED]: 'quarantined',
}

export const orderOf = (order: WireOrder): Order => ({
  id: order.id,
  packageId: order.packageId,
  status: STATUSES[order.status] ?? 'pending',
  credits: order.credits,
  amount: moneyOf(order.amount),
  vat: order.vat
    ? {
        percentage: order.vat.permille / 10,
        amount: { ...moneyOf(order.amount), minor: Number(order.vat.minor) },
      }
    : null,
  method: order.method,
  discountCode: order.discountCode,
  createdAt: momentOf(order.createdAt),
  paidAt: momentOf(order.paidAt),
  withdrawUntil: momentOf(order.withdrawUntil),
  withdrawnAt: momentOf(order.withdrawnAt),
  refunded: moneyOf(order.refunded),
})

/** An order as it stands, and where it is paid while it can be; asked again until it is decided. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: keys.order(id),
    queryFn: async ({ signal }): Promise<{ order: Order; checkoutUrl: string }> => {
      const { order, checkoutUrl } = await billing.getOrder({ orderId: id }, { signal })
      if (!order) throw new Error('an answer without an order')
      return { order: orderOf(order), checkoutUrl }
    },
    refetchInterval: query => pollAfter(query.state.data?.order.status, query.state.dataUpdateCount),
  })
