/** An hour; more is no page of one visit. */
const LONGEST = 3_600

/** Milliseconds of the parameter `t`, which is seconds; null when it is none. */
export function popupDelay(t: string | null): number | null {
  if (t === null || !/^\d{1,4}$/.test(t)) return null
  const seconds = Number(t)
  return seconds <= LONGEST ? seconds * 1_000 : null
}
