import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { WatchResponse } from '../gen/vonk/live/v1/live_pb'
import { type Chats, chatsQuery, lineOf, withNews, withoutChat, withUnread } from '../shared/chats/chats'
import type { Conversation } from '../shared/chats/conversation'
import { type History, unreadAfter, withMessage } from '../shared/chats/history'
import { type ChatMessage, messageOf } from '../shared/chats/message'
import { changeLikes, seen, without } from '../shared/people/likes'
import { keys } from '../shared/query/keys'

/** For how long somebody who typed counts as typing, in milliseconds. */
export const TYPING_FOR = 5_000

/** What the caches cannot do by themselves after an event. */
export type Wish =
  /** Answers that are old now. */
  | { kind: 'ask'; key: QueryKey }
  /** A conversation whose messages have a gap. */
  | { kind: 'catch-up'; conversation: string }
  /** The moment when two like each other. */
  | { kind: 'match'; member: string }
  /** Anything may have been missed. */
  | { kind: 'ask-everything' }

type Context = { client: QueryClient; me: string; now: number }

type What = WatchResponse['what']

const ask = (key: QueryKey): Wish => ({ kind: 'ask', key })

/**
 * Puts what the live stream told into the caches; the answer is what is left to do. The same event may come
 * twice: what is not newer than what is known changes nothing.
 */
export function applyEvent(context: Context, what: What): Wish[] {
  const { client, now } = context
  switch (what.case) {
    case 'started':
      return what.value.resync ? [{ kind: 'ask-everything' }] : []
    case 'messageSent': {
      const { message, peerId } = what.value
      return message ? applyMessage(context, messageOf(message), peerId) : []
    }
    case 'conversationRead': {
      const { conversationId, readerId, sequence } = what.value
      return applyRead(context, conversationId, readerId, Number(sequence))
    }
    case 'conversationRemoved':
      return forgetConversation(client, what.value.conversationId)
    case 'typing':
      client.setQueryData(keys.typing(what.value.memberId), now + TYPING_FOR)
      return []
    case 'likeMade':
      return [ask(keys.likes()), ask(keys.relation(what.value.memberId))]
    case 'likeWithdrawn': {
      const { memberId } = what.value
      changeLikes(client, likes => ({
        ...likes,
        liked_by: likes.liked_by.filter(({ id }) => id !== memberId),
      }))
      return [ask(keys.likes()), ask(keys.relation(memberId))]
    }
    case 'likeSeen': {
      const { memberId } = what.value
      changeLikes(client, likes => seen(likes, memberId))
      return []
    }
    case 'matchMade':
      return [
        { kind: 'match', member: what.value.memberId },
        ask(keys.likes()),
        ask(keys.relation(what.value.memberId)),
      ]
    case 'relationChanged':
      return forgetPerson(client, what.value.memberId)
    case 'walletChanged':
      // Premium changes what a message costs, and which photos are seen.
      return [keys.user(), keys.money(), keys.conversations(), keys.people()].map(ask)
    case 'orderChanged':
      return [keys.money(), keys.user()].map(ask)
    case 'alive':
    case undefined:
      return []
    default:
      return what satisfies never
  }
}

function applyMessage({ client, me }: Context, message: ChatMessage, peer: string): Wish[] {
  const wishes: Wish[] = []
  const own = message.sender === me
  if (!own) client.setQueryData(keys.typing(peer), 0)

  const history = client.getQueryData<History>(keys.history(message.conversation))
  if (history) {
    const next = withMessage(history, message)
    if (next) client.setQueryData(keys.history(message.conversation), next)
    else wishes.push({ kind: 'catch-up', conversation: message.conversation })
  }
  const held = client.getQueryData<Conversation>(keys.conversation(peer))
  if (held && message.sequence > held.last) {
    const unread = own ? held.unread : held.unread + 1
    const next = { ...held, id: message.conversation, last: message.sequence, unread }
    client.setQueryData<Conversation>(keys.conversation(peer), next)
    // Sent from another device: fewer free messages are left here too.
    if (own) wishes.push(ask(keys.conversation(peer)))
  }

  const { queryKey } = chatsQuery()
  const chats = client.getQueryData(queryKey)
  const next = chats && withNews(chats, message, me)
  if (next) client.setQueryData(queryKey, next)
  else wishes.push(ask(queryKey))
  return wishes
}

function applyRead({ client, me }: Context, conversation: string, reader: string, sequence: number): Wish[] {
  if (reader !== me) {
    client.setQueryData<Conversation>(
      keys.conversation(reader),
      old => old && { ...old, peerRead: Math.max(old.peerRead, sequence) },
    )
    return []
  }
  const held = client
    .getQueriesData<Conversation>({ queryKey: keys.conversations() })
    .find(([, each]) => each?.id === conversation)?.[1]
  const all = held !== undefined && sequence >= held.last
  if (held && sequence > held.read) {
    const unread = all ? 0 : held.unread
    client.setQueryData<Conversation>(keys.conversation(held.peer), { ...held, read: sequence, unread })
  }
  const { queryKey } = chatsQuery()
  const chats = client.getQueryData(queryKey)
  const line = chats && lineOf(chats, conversation)
  if (!chats || !line || line.num_unread_messages === 0) return []
  if (all) {
    client.setQueryData<Chats>(queryKey, withUnread(chats, conversation, 0))
    return []
  }
  const history = client.getQueryData<History>(keys.history(conversation))
  if (!history || history.later) return [ask(queryKey)]
  client.setQueryData<Chats>(queryKey, withUnread(chats, conversation, unreadAfter(history, sequence, me)))
  return []
}

function forgetConversation(client: QueryClient, conversation: string): Wish[] {
  const { queryKey } = chatsQuery()
  client.setQueryData(queryKey, old => old && withoutChat(old, conversation))
  client.removeQueries({ queryKey: keys.history(conversation) })
  const held = client.getQueriesData<Conversation>({ queryKey: keys.conversations() })
  return held.filter(([, each]) => each?.id === conversation).map(([key]) => ask(key))
}

/** What another member showed is gone at once; whether there is anything to see again, the server knows. */
function forgetPerson(client: QueryClient, member: string): Wish[] {
  changeLikes(client, likes => without(likes, member))
  client.setQueryData(keys.typing(member), 0)
  // Who comes back to it is told by the server: a like changes the relation too, and ends no conversation.
  client.removeQueries({ queryKey: keys.conversation(member), type: 'inactive' })
  client.setQueryData<Conversation>(
    keys.conversation(member),
    // Until the server says otherwise nobody writes.
    old => old && { ...old, readOnly: true },
  )
  const { queryKey } = chatsQuery()
  client.setQueryData(
    queryKey,
    old =>
      old && {
        chats: old.chats.map(line =>
          line.person.id === member
            ? { ...line, person: { ...line.person, photo: null, online: false }, num_unread_messages: 0 }
            : line,
        ),
      },
  )
  client.removeQueries({ queryKey: keys.profile(member), type: 'inactive' })
  return [
    ask(queryKey),
    ask(keys.likes()),
    ask(keys.conversation(member)),
    ask(keys.relation(member)),
    ask(keys.people()),
  ]
}
