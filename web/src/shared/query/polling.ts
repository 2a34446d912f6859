const FIRST = 5_000
const EACH = 60_000
const EACH_WITH_PUSH = 300_000

/** Milliseconds until user, chats and likes are asked again: 5 s after load, then every 60 s, or 300 s with push. */
export function userPollInterval(answers: number, pushSubscribed: boolean): number {
  if (answers <= 1) return FIRST
  return pushSubscribed ? EACH_WITH_PUSH : EACH
}
