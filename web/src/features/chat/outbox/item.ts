import type { Failure } from '../../../shared/failures/reasons'

/** What is to be sent. A photo is uploaded first, and only once. */
export type Content =
  | { kind: 'text'; text: string }
  | { kind: 'gift'; gift: string }
  | { kind: 'photo'; photo: string; file: Blob; width: number; height: number; uploaded: boolean }

/** A message that the server has not confirmed yet. */
export type Item = {
  /** Id of the message, made before the first try; every try brings the same one. */
  id: string
  /** Whose message it is. */
  member: string
  peer: string
  /** When it was written and when it last joined the queue; milliseconds since 1970. */
  at: number
  queuedAt: number
  content: Content
  /** Why the server refused it; null while it waits for its turn or is on its way. */
  failure: Failure | null
}

/** The order of a queue: who joined first goes first. */
export const byTurn = (one: Item, other: Item): number =>
  one.queuedAt - other.queuedAt || (one.id < other.id ? -1 : 1)

/** Whether another try later may succeed without anybody doing anything. */
export function mayPass({ reason }: Failure): boolean {
  return ['offline', 'busy', 'rate_limited', 'billing_away', 'unknown', 'not_logged_in'].includes(reason)
}
