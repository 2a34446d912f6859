import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { OrderStatus } from '../../shared/money/payment'
import type { Entry } from './statement'

/** Where an order stands, in words. */
export function useStatusText(): (status: OrderStatus) => string {
  const { t } = useLingui()
  return status => {
    switch (status) {
      case 'created':
      case 'pending':
        return t`Waiting for payment`
      case 'paid':
        return t`Paid`
      case 'cancelled':
        return t`Cancelled`
      case 'expired':
        return t`Expired`
      case 'failed':
        return t`Failed`
      case 'part_refunded':
        return t`Partly paid back`
      case 'refunded':
        return t`Paid back`
      case 'charged_back':
        return t`Taken back by the bank`
      case 'quarantined':
        return t`Being checked`
      default:
        return status satisfies never
    }
  }
}

/** What a change of credits was for, in words. */
export function useEntryText(): (entry: Entry) => string {
  const { t } = useLingui()
  return ({ kind, count, credits }) => {
    switch (kind) {
      case 'purchase':
        return t`Bought`
      case 'message':
        return t`${plural(count, { one: '# message', other: '# messages' })}`
      case 'photo':
        return t`${plural(count, { one: '# photo', other: '# photos' })}`
      case 'gift':
        return t`${plural(count, { one: '# gift', other: '# gifts' })}`
      case 'refund':
        return t`Given back for a refund`
      case 'bonus':
        return credits < 0 ? t`Correction` : t`A present from us`
      case 'correction':
        return t`Correction`
      default:
        return kind satisfies never
    }
  }
}
