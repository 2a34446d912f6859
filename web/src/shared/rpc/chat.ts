import { createClient } from '@connectrpc/connect'
import { ChatService } from '../../gen/vonk/chat/v1/chat_pb'
import { transport } from './transport'

/** Typed calls to chat; apart from the others so that only who chats loads its messages. */
export const chat = createClient(ChatService, transport)
