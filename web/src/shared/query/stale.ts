/** How long an answer counts as fresh, in milliseconds. */
export const STALE = {
  halfMinute: 30_000,
  fiveMinutes: 300_000,
  forever: Number.POSITIVE_INFINITY,
} as const
