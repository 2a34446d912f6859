import type { ChatMessage } from '../../shared/chats/message'
import type { Item } from './outbox/item'

/** Messages of one person within so many milliseconds stand together. */
const TOGETHER = 5 * 60_000

/** Where a bubble stands among those of the same person. */
export type Place = { first: boolean; last: boolean }

/** One line of the list of messages. The key stays when a message that waited was sent. */
export type Row =
  | { kind: 'edge'; key: string; more: boolean }
  | { kind: 'day'; key: string; at: number }
  | { kind: 'unread'; key: string }
  | ({ kind: 'message'; key: string; message: ChatMessage; own: boolean } & Place)
  | ({ kind: 'waiting'; key: string; item: Item } & Place)
  | { kind: 'typing'; key: string }

type Shown = {
  messages: readonly ChatMessage[]
  waiting: readonly Item[]
  me: string
  /** There are older messages. */
  earlier: boolean
  /** The last message that was read before; null: no line between read and unread. */
  readUpTo: number | null
  typing: boolean
}

type Bubble = { key: string; at: number; by: string; row: (place: Place) => Row }

const dayOf = (at: number): string => new Date(at).toDateString()

const close = (one: Bubble | undefined, other: Bubble | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.by === other.by &&
  Math.abs(other.at - one.at) < TOGETHER &&
  dayOf(one.at) === dayOf(other.at)

/** The lines of a conversation, from the oldest message that is loaded to the newest that waits. */
export function rowsOf({ messages, waiting, me, earlier, readUpTo, typing }: Shown): Row[] {
  const sent = new Set(messages.map(({ id }) => id))
  const bubbles: Bubble[] = [
    ...messages.map(
      (message): Bubble => ({
        key: message.id,
        at: message.at,
        by: message.sender,
        row: place => ({ kind: 'message', key: message.id, message, own: message.sender === me, ...place }),
      }),
    ),
    // Told by the stream before the answer came: it is there already.
    ...waiting
      .filter(({ id }) => !sent.has(id))
      .map(
        (item): Bubble => ({
          key: item.id,
          at: item.at,
          by: me,
          row: place => ({ kind: 'waiting', key: item.id, item, ...place }),
        }),
      ),
  ]
  // Who has answered has read what stands above, wherever that was.
  const answered = messages.findLast(({ sender }) => sender === me)?.sequence ?? 0
  const firstUnread = messages.find(
    ({ sequence, sender }) => readUpTo !== null && sequence > Math.max(readUpTo, answered) && sender !== me,
  )
  const rows: Row[] = [{ kind: 'edge', key: 'edge', more: earlier }]
  for (const [at, bubble] of bubbles.entries()) {
    const [before, after] = [bubbles[at - 1], bubbles[at + 1]]
    if (!before || dayOf(before.at) !== dayOf(bubble.at)) {
      rows.push({ kind: 'day', key: `day ${dayOf(bubble.at)}`, at: bubble.at })
    }
    const cut = bubble.key === firstUnread?.id
    if (cut) rows.push({ kind: 'unread', key: 'unread' })
    rows.push(
      bubble.row({
        first: cut || !close(before, bubble),
        last: !close(bubble, after) || after?.key === firstUnread?.id,
      }),
    )
  }
  if (typing) rows.push({ kind: 'typing', key: 'typing' })
  return rows
}
