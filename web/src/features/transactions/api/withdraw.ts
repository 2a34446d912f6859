import type { Money } from '../../../shared/i18n/money'
import { momentOf, moneyOf } from '../../../shared/money/of-wire'
import { billing } from '../../../shared/rpc/billing'

/** What is (to be) paid back, and for how many unused credits. */
export type Withdrawal = { amount: Money; credits: number; confirmedAt: Date | null }

/** Asks what would be paid back, or with `confirm` withdraws. */
export async function withdraw(orderId: string, confirm: boolean): Promise<Withdrawal> {
  const answer = await billing.withdraw({ orderId, confirm })
  return {
    amount: moneyOf(answer.amount),
    credits: answer.credits,
    confirmedAt: answer.done ? (momentOf(answer.confirmedAt) ?? new Date()) : null,
  }
}
