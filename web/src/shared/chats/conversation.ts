import { queryOptions } from '@tanstack/react-query'
import type { Conversation as WireConversation } from '../../gen/vonk/chat/v1/chat_pb'
import { keys } from '../query/keys'
import { STALE } from '../query/stale'
import { chat } from '../rpc/chat'

/** How two members stand in chat, and what the next message costs. */
export type Conversation = {
  /** Empty when nothing was written yet. */
  id: string
  /** The other member. */
  peer: string
  /** Sequence number of the latest message; 0: none. */
  last: number
  /** Up to where the reader of this page has read, and the other one. */
  read: number
  peerRead: number
  unread: number
  readOnly: boolean
  /** Credits; 0: free. */
  textPrice: number
  photoPrice: number
  /** Free messages that are left here. */
  freeLeft: number
}

const conversationOf = (wire: WireConversation): Conversation => ({
  id: wire.id,
  peer: wire.peerId,
  last: Number(wire.lastSequence),
  read: Number(wire.readSequence),
  peerRead: Number(wire.peerReadSequence),
  unread: wire.unread,
  readOnly: wire.readOnly,
  textPrice: wire.textPrice,
  photoPrice: wire.photoPrice,
  freeLeft: wire.freeLeft,
})

type Which = { case: 'memberId' | 'conversationId'; value: string }

async function ask(which: Which, signal: AbortSignal): Promise<Conversation> {
  const { conversation } = await chat.getConversation({ which }, { signal })
  if (!conversation) throw new Error('the server answered no conversation')
  return conversationOf(conversation)
}

/** The conversation with another member, also before the first message. */
export const conversationQuery = (peer: string) =>
  queryOptions({
    queryKey: keys.conversation(peer),
    staleTime: STALE.halfMinute,
    queryFn: ({ signal }) => ask({ case: 'memberId', value: peer }, signal),
  })

/** Whom a conversation is with; that never changes. */
export const peerQuery = (conversation: string) =>
  queryOptions({
    queryKey: keys.conversationPeer(conversation),
    staleTime: STALE.forever,
    queryFn: async ({ signal, client }) => {
      const found = await ask({ case: 'conversationId', value: conversation }, signal)
      client.setQueryData(keys.conversation(found.peer), found)
      return found.peer
    },
  })
