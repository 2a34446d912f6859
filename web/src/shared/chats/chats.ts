import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { php } from '../http/php'
import { PhpProfile, personOfPhp } from '../people/of-php'
import type { Person } from '../people/person'
import { pushSubscribed } from '../pwa/push-state'
import { keys } from '../query/keys'
import { userPollInterval } from '../query/polling'
import { STALE } from '../query/stale'
import type { ChatMessage } from './message'

const LastMessage = v.object({
  id: v.string(),
  sender_id: v.string(),
  /** text, gift, photo. */
  kind: v.string(),
  text: v.optional(v.nullable(v.string()), null),
})

export type LastMessage = v.InferOutput<typeof LastMessage>

/** A line of the chat overview. */
export type ChatLine = {
  /** Of the conversation. */
  id: string
  /** Milliseconds since 1970; 0: not told. */
  at: number
  last: LastMessage | null
  readOnly: boolean
  /** The other member; without a name when not to be seen any more. */
  person: Person
  num_unread_messages: number
}

const Line = v.pipe(
  v.object({
    conversation: v.object({
      id: v.string(),
      updated_at: v.nullable(v.string()),
      last_message: v.optional(v.nullable(LastMessage), null),
      read_only: v.optional(v.boolean(), false),
    }),
    // Nothing is told of who is gone, or not to be seen.
    profile: v.object({ ...PhpProfile.entries, kind: v.optional(v.nullable(v.string()), null) }),
    num_unread_messages: v.number(),
  }),
  v.transform(
    ({ conversation, profile, num_unread_messages }): ChatLine => ({
      id: conversation.id,
      at: Date.parse(conversation.updated_at ?? '') || 0,
      last: conversation.last_message,
      readOnly: conversation.read_only,
      person: personOfPhp({ ...profile, kind: profile.kind ?? '' }),
      num_unread_messages,
    }),
  ),
)

const ChatsAnswer = v.object({ chats: v.array(Line) })

export type Chats = { chats: ChatLine[] }

/** The member's conversations, the latest first. Asked again on a clock, as the specification says. */
export const chatsQuery = () =>
  queryOptions({
    queryKey: keys.chats(),
    staleTime: STALE.halfMinute,
    queryFn: ({ signal }): Promise<Chats> => php('chats.php', ChatsAnswer, { signal }),
    refetchInterval: query => userPollInterval(query.state.dataUpdateCount, pushSubscribed()),
    // The number in the title of a page in the background is what brings its reader back.
    refetchIntervalInBackground: true,
    meta: { progress: true },
  })

export const lineOf = (chats: Chats, conversation: string): ChatLine | undefined =>
  chats.chats.find(({ id }) => id === conversation)

/** Without one conversation. */
export const withoutChat = (chats: Chats, conversation: string): Chats => ({
  chats: chats.chats.filter(({ id }) => id !== conversation),
})

/** With another number of unread messages in one conversation. */
export const withUnread = (chats: Chats, conversation: string, unread: number): Chats => ({
  chats: chats.chats.map(line => (line.id === conversation ? { ...line, num_unread_messages: unread } : line)),
})

/**
 * With a message that has just been told, its conversation first. A message that is not newer than what the line
 * says changes nothing, so that nothing is counted twice. Null: there is no line for it yet, or which of two came
 * first cannot be told.
 */
export function withNews(chats: Chats, message: ChatMessage, me: string): Chats | null {
  const line = lineOf(chats, message.conversation)
  if (!line) return null
  const { id, sender, said } = message
  if (line.last?.id === id || message.at < line.at) return chats
  if (line.last && message.at === line.at) return null
  const next: ChatLine = {
    ...line,
    at: message.at,
    last: { id, sender_id: sender, kind: said.kind, text: said.kind === 'text' ? said.text : null },
    num_unread_messages: line.num_unread_messages + (sender === me ? 0 : 1),
  }
  return { chats: [next, ...withoutChat(chats, message.conversation).chats] }
}

/** Changes the overview that is held; the answer takes the change back. */
export function changeChats(client: QueryClient, change: (chats: Chats) => Chats): () => void {
  const { queryKey } = chatsQuery()
  const before = client.getQueryData(queryKey)
  client.setQueryData(queryKey, old => old && change(old))
  // A member who has left meanwhile gets nothing back.
  return () => client.setQueryData(queryKey, old => old && before)
}
