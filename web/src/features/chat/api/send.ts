import { createClient } from '@connectrpc/connect'
import type { QueryClient } from '@tanstack/react-query'
import { ChatService } from '../../../gen/vonk/chat/v1/chat_pb'
import { chatsQuery, withNews } from '../../../shared/chats/chats'
import type { Conversation } from '../../../shared/chats/conversation'
import { EMPTY, type History, withMessage } from '../../../shared/chats/history'
import { type ChatMessage, messageOf } from '../../../shared/chats/message'
import { catchUp } from '../../../shared/chats/pages'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { keys } from '../../../shared/query/keys'
import { chat } from '../../../shared/rpc/chat'
import { uploading } from '../../../shared/rpc/upload'
import type { User } from '../../../shared/session/user'
import type { Content, Item } from '../outbox/item'

type Photo = Extract<Content, { kind: 'photo' }>

const uploadPhoto = async ({ photo, file }: Photo, onProgress: (part: number) => void) => {
  const content = new Uint8Array(await file.arrayBuffer())
  await createClient(ChatService, uploading(onProgress)).addPhoto({ photoId: photo, content })
}

const wireOf = (content: Content) => {
  switch (content.kind) {
    case 'text':
      return { case: 'text' as const, value: content.text }
    case 'gift':
      return { case: 'gift' as const, value: content.gift }
    case 'photo':
      return { case: 'photoId' as const, value: content.photo }
    default:
      return content satisfies never
  }
}

type Sending = {
  client: QueryClient
  changed: (content: Content) => Promise<void>
  onProgress: (part: number) => void
}

/** One try to send: a photo's file first, once, then the message under its id. */
export async function send(item: Item, { client, changed, onProgress }: Sending): Promise<void> {
  const { id, member, peer, content } = item
  if (content.kind === 'photo' && !content.uploaded) {
    await uploadPhoto(content, onProgress)
    await changed({ ...content, uploaded: true })
  }
  try {
    const answer = await chat.sendMessage({ messageId: id, memberId: peer, content: wireOf(content) })
    if (!answer.message) throw new TypeError('an answer without a message')
    const paid = answer.message.price
    keepSent(client, { message: messageOf(answer.message), me: member, peer, paid, freeLeft: answer.freeLeft })
  } catch (error) {
    // A photo that nobody sent for a day is deleted; another try uploads it anew.
    if (content.kind === 'photo' && failureOfRpc(error).reason === 'photo_unknown') {
      await changed({ ...content, uploaded: false })
    }
    throw error
  }
}

type Sent = { message: ChatMessage; me: string; peer: string; paid: number; freeLeft: number }

/** What the answer tells, in all caches that show it. */
function keepSent(client: QueryClient, { message, me, peer, paid, freeLeft }: Sent): void {
  const { conversation } = message
  const history = client.getQueryData<History>(keys.history(conversation))
  const next = withMessage(history ?? EMPTY, message)
  if (next && (history || message.sequence === 1)) client.setQueryData(keys.history(conversation), next)
  // What came in between is on its way by the stream; who missed it asks.
  else if (history) catchUp(client, conversation).catch(() => undefined)

  const held = client.getQueryData<Conversation>(keys.conversation(peer))
  if (held) {
    client.setQueryData<Conversation>(keys.conversation(peer), {
      ...held,
      id: conversation,
      last: Math.max(held.last, message.sequence),
      freeLeft,
    })
    // The last free one: from now on it costs, the server knows what.
    if (held.freeLeft > 0 && freeLeft === 0) {
      void client.invalidateQueries({ queryKey: keys.conversation(peer) })
    }
  }
  if (paid > 0) {
    client.setQueryData<User | null>(
      keys.user(),
      user => user && { ...user, credits: Math.max(0, user.credits - paid) },
    )
    void client.invalidateQueries({ queryKey: keys.money() })
  }
  const { queryKey } = chatsQuery()
  const chats = client.getQueryData(queryKey)
  const news = chats && withNews(chats, message, me)
  if (news) client.setQueryData(queryKey, news)
  else void client.invalidateQueries({ queryKey })
}
