import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt'
import type { Money as WireMoney } from '../../gen/vonk/billing/v1/billing_pb'
import type { Money } from '../i18n/money'

/** An amount of an answer; nothing where there is none. */
export const moneyOf = (money: WireMoney | undefined): Money => ({
  minor: Number(money?.minor ?? 0),
  currency: money?.currency || 'EUR',
})

/** A moment of an answer. */
export const momentOf = (at: Timestamp | undefined): Date | null => (at ? timestampDate(at) : null)
