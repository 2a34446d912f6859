import { billing } from '../../../shared/rpc/billing'

/** Credits a day and a week that the member allows themselves; 0: no limit. */
export const setLimits = (dailyLimit: number, weeklyLimit: number) =>
  billing.setSpendingLimit({ dailyLimit, weeklyLimit })
