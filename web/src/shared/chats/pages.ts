import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { keys } from '../query/keys'
import { STALE } from '../query/stale'
import { chat } from '../rpc/chat'
import type { Conversation } from './conversation'
import { EMPTY, firstOf, type History, lastOf, withEarlier, withLater } from './history'
import { messageOf } from './message'

const PAGE = 50
/** So many unread messages still fit behind the latest page; with more the page opens where they begin. */
const FEW = 30
/** Pages that a catch-up asks for at most; what is left is asked for when somebody scrolls there. */
const PAGES = 4

type Page = { after?: boolean; limit?: number; signal?: AbortSignal | undefined }

async function page(conversation: string, sequence: number, { after = false, limit = PAGE, signal }: Page) {
  const answer = await chat.listMessages(
    { conversationId: conversation, sequence: BigInt(sequence), after, limit },
    signal ? { signal } : {},
  )
  return { messages: answer.messages.map(messageOf), more: answer.more }
}

/** The messages of a conversation, around the first unread one when that is far up, else the latest. */
export const historyQuery = ({ id, read, unread }: Pick<Conversation, 'id' | 'read' | 'unread'>) =>
  queryOptions({
    queryKey: keys.history(id),
    staleTime: STALE.forever,
    queryFn: async ({ signal }): Promise<History> => {
      if (unread <= FEW) {
        const { messages, more } = await page(id, 0, { signal })
        return { messages, earlier: more, later: false }
      }
      const [before, after] = await Promise.all([
        page(id, read + 1, { limit: 20, signal }),
        page(id, read, { after: true, signal }),
      ])
      return {
        messages: [...before.messages, ...after.messages],
        earlier: before.more,
        later: after.more,
      }
    },
  })

const held = (client: QueryClient, id: string) => client.getQueryData<History>(keys.history(id))

/** Loads the page before the oldest message that is there. */
export async function loadEarlier(client: QueryClient, id: string): Promise<void> {
  const history = held(client, id)
  if (!history?.earlier) return
  const first = firstOf(history)
  const { messages, more } = await page(id, first, {})
  client.setQueryData<History>(
    keys.history(id),
    // Who jumped to the newest meanwhile has another stretch: these would leave a gap before it.
    old => old && (firstOf(old) === first ? withEarlier(old, messages, more) : old),
  )
}

/** Loads the page after the newest message that is there. */
export async function loadLater(client: QueryClient, id: string): Promise<boolean> {
  const history = held(client, id)
  if (!history) return false
  const { messages, more } = await page(id, lastOf(history), { after: true, limit: 100 })
  client.setQueryData<History>(keys.history(id), old => old && withLater(old, messages, more))
  return more
}

const catching = new Map<string, Promise<void>>()

/** Asks for what was sent meanwhile, once at a time for each conversation. */
export function catchUp(client: QueryClient, id: string): Promise<void> {
  const running = catching.get(id)
  if (running) return running
  const run = (async () => {
    for (let at = 0; at < PAGES; at += 1) if (!(await loadLater(client, id))) return
  })().finally(() => catching.delete(id))
  catching.set(id, run)
  return run
}

/** Shows the newest messages: whoever is far up need not walk the whole way. */
export async function jumpToLatest(client: QueryClient, id: string): Promise<void> {
  const { messages, more } = await page(id, 0, {})
  client.setQueryData<History>(keys.history(id), { ...EMPTY, messages, earlier: more })
}
