import { queryOptions } from '@tanstack/react-query'
import type { Money } from '../i18n/money'
import { keys } from '../query/keys'
import { STALE } from '../query/stale'
import { billing } from '../rpc/billing'
import { momentOf, moneyOf } from './of-wire'

/** A member's credits, premium and limits. */
export type Wallet = {
  /** All credits that the member has, also those that chat holds ready. */
  credits: number
  premiumSince: Date | null
  /** Credits that the member allows themselves; 0: no limit. */
  dailyLimit: number
  weeklyLimit: number
  /** Credits spent in the last 24 hours, and in the last 7 days. */
  spentDay: number
  spentWeek: number
  /** Money paid in the last 7 days. */
  paidWeek: Money | null
}

export const walletQuery = () =>
  queryOptions({
    queryKey: keys.wallet(),
    staleTime: STALE.halfMinute,
    queryFn: async ({ signal }): Promise<Wallet> => {
      const { wallet } = await billing.getWallet({}, { signal })
      const [paid] = wallet?.paidWeek ?? []
      return {
        credits: (wallet?.available ?? 0) + (wallet?.leased ?? 0),
        premiumSince: momentOf(wallet?.premiumSince),
        dailyLimit: wallet?.dailyLimit ?? 0,
        weeklyLimit: wallet?.weeklyLimit ?? 0,
        spentDay: wallet?.spentDay ?? 0,
        spentWeek: wallet?.spentWeek ?? 0,
        paidWeek: paid ? moneyOf(paid) : null,
      }
    },
  })

/** Euro a week from which the member is told, each a little clearer. */
const NOTICES = [250, 100, 50] as const

/** The highest notice that the money of the last 7 days has reached; null below the first. */
export function spendingNotice(paid: Money | null): (typeof NOTICES)[number] | null {
  if (!paid) return null
  return NOTICES.find(limit => paid.minor >= limit * 100) ?? null
}
