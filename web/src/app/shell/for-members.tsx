import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { chatsQuery } from '../../shared/chats/chats'
import { openMatch } from '../../shared/modals/match'
import { likesQuery } from '../../shared/people/likes'
import { lookForPush, silence } from '../../shared/pwa/push'
import { newsCount } from '../../shared/query/badges'
import { keys } from '../../shared/query/keys'
import { farewellOf, forgetMember } from '../../shared/session/forget'
import type { User } from '../../shared/session/user'
import { useSettings } from '../../shared/settings/context'
import { setNewsCount } from '../../shared/title/title'

/** What goes on behind every page while a member is logged in. */
export default function ForMembers({ user }: { user: User }) {
  const { id } = user
  useNews()
  useLive(id)
  usePush(id)
  useFarewell(id)
  return null
}

/** Asks for chats and likes on a clock, and keeps the title's number and the app's badge at what they hold. */
function useNews(): void {
  const { data: chats } = useQuery(chatsQuery())
  const { data: likes } = useQuery(likesQuery())
  const count = newsCount(chats?.chats ?? [], likes?.liked_by ?? [])
  useEffect(() => setNewsCount(count), [count])
  useEffect(() => () => setNewsCount(0), [])
}

/** When the browser has nothing better to do. */
function atLeisure(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 300)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 1_500 })
  return () => cancelIdleCallback(handle)
}

/** The live stream, and messages that an earlier visit could not send. */
function useLive(me: string): void {
  const client = useQueryClient()
  useEffect(() => {
    let stop: (() => void) | null = null
    let over = false
    const begin = async () => {
      const [{ startLive }, { openOutbox, closeOutbox }] = await Promise.all([
        import('../../live/start'),
        import('../../features/chat/outbox/open'),
      ])
      if (over) return
      const stopLive = startLive({ client, me, onMatch: openMatch })
      openOutbox(client, me)
      stop = () => {
        stopLive()
        closeOutbox()
      }
    }
    // Without it the clock still asks.
    const cancel = atLeisure(() => void begin().catch(() => undefined))
    return () => {
      over = true
      cancel()
      stop?.()
    }
  }, [client, me])
}

/** What the worker tells: news came by push, or a notification was clicked. */
function usePush(me: string): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { push_public_key: key } = useSettings()
  useEffect(() => void lookForPush(key, me), [key, me])
  useEffect(() => {
    const workers = navigator.serviceWorker
    if (!workers) return
    const heard = ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'object' || data === null || !('type' in data)) return
      if (data.type === 'push') {
        for (const queryKey of [keys.user(), keys.chats(), keys.likes()]) {
          void client.invalidateQueries({ queryKey })
        }
      }
      if (data.type === 'open' && 'url' in data && typeof data.url === 'string') void navigate(data.url)
    }
    workers.addEventListener('message', heard)
    return () => workers.removeEventListener('message', heard)
  }, [client, navigate])
}

/** Also when the session ended in another page of this browser, nothing of the member stays. */
function useFarewell(me: string): void {
  const client = useQueryClient()
  useEffect(
    () => () => {
      const now = client.getQueryData<User | null>(keys.user())
      if (now?.id === me) return
      silence().catch(() => undefined)
      if (now === null) forgetMember(client, farewellOf(client))
    },
    [client, me],
  )
}
