import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { changeChats, withoutChat } from '../../../shared/chats/chats'
import { php } from '../../../shared/http/php'
import { keys } from '../../../shared/query/keys'

/** Takes a conversation off the list at once; it comes back, with the list asked for anew, when that fails. */
export function useRemoveChat() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (conversation: string) =>
      php('chat.php', v.null(), { method: 'DELETE', body: { conversation } }),
    onMutate: async conversation => {
      await client.cancelQueries({ queryKey: keys.chats() })
      return changeChats(client, chats => withoutChat(chats, conversation))
    },
    onSuccess: (_answer, conversation) => {
      client.removeQueries({ queryKey: keys.history(conversation) })
      return Promise.all(
        // An answer that was on its way may have brought it back.
        [keys.chats(), keys.conversations()].map(queryKey => client.invalidateQueries({ queryKey })),
      )
    },
    onError: (_error, _conversation, undo) => {
      undo?.()
      return client.invalidateQueries({ queryKey: keys.chats() })
    },
  })
}
