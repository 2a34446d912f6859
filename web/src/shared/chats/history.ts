import type { ChatMessage } from './message'

/** A stretch of a conversation without gaps, in order, and whether there is more at either end. */
export type History = { messages: readonly ChatMessage[]; earlier: boolean; later: boolean }

export const EMPTY: History = { messages: [], earlier: false, later: false }

export const firstOf = ({ messages }: History): number => messages[0]?.sequence ?? 0
export const lastOf = ({ messages }: History): number => messages.at(-1)?.sequence ?? 0

/** With a page of older messages before it. What is there already stays as it is. */
export function withEarlier(history: History, page: readonly ChatMessage[], more: boolean): History {
  const first = firstOf(history)
  const older = first === 0 ? page : page.filter(({ sequence }) => sequence < first)
  return { ...history, messages: [...older, ...history.messages], earlier: more }
}

/** With a page of newer messages after it; one that ends before what is there already has nothing to tell. */
export function withLater(history: History, page: readonly ChatMessage[], more: boolean): History {
  const last = lastOf(history)
  const newer = page.filter(({ sequence }) => sequence > last)
  if (newer.length === 0 && (page.at(-1)?.sequence ?? last) < last) return history
  return { ...history, messages: [...history.messages, ...newer], later: more }
}

/**
 * With one message that has just been told. Null: it does not follow the last one, so there is a gap to ask for.
 * A message that is there already changes nothing, however often it is told.
 */
export function withMessage(history: History, message: ChatMessage): History | null {
  const last = lastOf(history)
  if (message.sequence <= last) return history
  // The newest are not loaded yet; this one comes with them.
  if (history.later) return history
  if (message.sequence !== last + 1) return null
  return { ...history, messages: [...history.messages, message] }
}

/** How many messages of others come after a sequence number, as far as they are loaded. */
export function unreadAfter(history: History, read: number, me: string): number {
  return history.messages.filter(({ sequence, sender }) => sequence > read && sender !== me).length
}
