import { timestampMs } from '@bufbuild/protobuf/wkt'
import type { Message as WireMessage, ChatPhoto as WirePhoto } from '../../gen/vonk/chat/v1/chat_pb'

/** A photo that was sent; the filenames are paths below the site's `cdn_prefix`. */
export type ChatPhoto = {
  id: string
  filename: string
  thumb: string
  width: number
  height: number
  blurHash: string
}

/** What a message says. `gone`: its photo was deleted. */
export type Said =
  | { kind: 'text'; text: string }
  | { kind: 'gift'; gift: string }
  | { kind: 'photo'; photo: ChatPhoto }
  | { kind: 'gone' }

/** A message that the server has. */
export type ChatMessage = {
  id: string
  conversation: string
  sender: string
  /** From 1, without gaps, in the conversation's order. */
  sequence: number
  /** Milliseconds since 1970. */
  at: number
  said: Said
}

const photoOf = (photo: WirePhoto): ChatPhoto => ({
  id: photo.id,
  filename: photo.filename,
  thumb: photo.thumbFilename,
  width: photo.width,
  height: photo.height,
  blurHash: photo.blurHash,
})

function saidOf({ content }: WireMessage): Said {
  switch (content.case) {
    case 'text':
      return { kind: 'text', text: content.value }
    case 'gift':
      return { kind: 'gift', gift: content.value }
    case 'photo':
      return { kind: 'photo', photo: photoOf(content.value) }
    case undefined:
      return { kind: 'gone' }
    default:
      return content satisfies never
  }
}

export const messageOf = (wire: WireMessage): ChatMessage => ({
  id: wire.id,
  conversation: wire.conversationId,
  sender: wire.senderId,
  sequence: Number(wire.sequence),
  at: wire.sentAt ? timestampMs(wire.sentAt) : 0,
  said: saidOf(wire),
})
