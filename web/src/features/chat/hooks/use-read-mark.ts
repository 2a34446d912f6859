import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { changeChats, withUnread } from '../../../shared/chats/chats'
import type { Conversation } from '../../../shared/chats/conversation'
import { type History, unreadAfter } from '../../../shared/chats/history'
import { keys } from '../../../shared/query/keys'
import { chat } from '../../../shared/rpc/chat'

/** Several messages that come into view together are told at once; milliseconds. */
const TOGETHER = 250

export const isLookedAt = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

/** Marks as read up to a message that has been seen. */
export function useReadMark(conversation: Conversation, me: string): (sequence: number) => void {
  const client = useQueryClient()
  const told = useRef({ id: '', sequence: 0 })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pending = useRef<(() => void) | null>(null)
  // Who leaves at once, the conversation or the whole page, has seen it all the same.
  useEffect(() => {
    const tell = () => pending.current?.()
    addEventListener('pagehide', tell)
    return () => {
      removeEventListener('pagehide', tell)
      tell()
    }
  }, [])
  const { id, peer, read } = conversation
  return sequence => {
    const last = told.current.id === id ? Math.max(read, told.current.sequence) : read
    if (!id || sequence <= last || !isLookedAt()) return
    told.current = { id, sequence }
    clearTimeout(timer.current)
    pending.current = () => {
      clearTimeout(timer.current)
      pending.current = null
      const left = () => {
        const history = client.getQueryData<History>(keys.history(id))
        const upTo = client.getQueryData<Conversation>(keys.conversation(peer))?.read ?? 0
        return history ? unreadAfter(history, Math.max(upTo, sequence), me) : 0
      }
      const unread = left()
      client.setQueryData<Conversation>(
        keys.conversation(peer),
        old => old && { ...old, read: Math.max(old.read, sequence), unread },
      )
      changeChats(client, chats => withUnread(chats, id, unread))
      chat.markRead({ conversationId: id, sequence: BigInt(sequence) }).then(
        // An overview that was on its way may have told of them as unread once more.
        () => changeChats(client, chats => withUnread(chats, id, left())),
        () => {
          // Told again with the next message that is seen.
          if (told.current.sequence === sequence) told.current = { id, sequence: read }
        },
      )
    }
    timer.current = setTimeout(() => pending.current?.(), TOGETHER)
  }
}
