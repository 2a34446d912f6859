import type { QueryClient } from '@tanstack/react-query'
import { catchUp } from '../shared/chats/pages'
import { keys } from '../shared/query/keys'
import { applyEvent, type Wish } from './apply-event'
import { listen } from './leader'
import { tellMatches } from './matches'

type Options = {
  client: QueryClient
  me: string
  /** Two like each other, since when: told where somebody is looking. */
  onMatch: (member: string, at: number) => void
}

/** Everything that a gap in the stream may have made old. */
const EVERYTHING = [
  keys.user(),
  keys.chats(),
  keys.likes(),
  keys.conversations(),
  keys.people(),
  keys.money(),
] as const

/** All browsers of a replica that stops come back at once: what they ask for again is spread over this, in milliseconds. */
const SPREAD = 5_000

/** Keeps the caches at what the live stream tells, for one member. The answer stops it. */
export function startLive({ client, me, onMatch }: Options): () => void {
  const askEverything = () => {
    for (const queryKey of EVERYTHING) void client.invalidateQueries({ queryKey })
    for (const [[, conversation]] of client.getQueriesData({ queryKey: keys.histories() })) {
      catchUp(client, String(conversation)).catch(() => undefined)
    }
  }
  const matches = tellMatches({ client, onMatch })
  let asking: ReturnType<typeof setTimeout> | undefined
  const fulfil = (wish: Wish) => {
    switch (wish.kind) {
      case 'ask':
        void client.invalidateQueries({ queryKey: wish.key })
        return
      case 'catch-up':
        // The overview tells again that there is more, if this fails.
        catchUp(client, wish.conversation).catch(() => undefined)
        return
      case 'match':
        matches.hear(wish.member)
        return
      case 'ask-everything':
        clearTimeout(asking)
        asking = setTimeout(askEverything, Math.random() * SPREAD)
        return
      default:
        wish satisfies never
    }
  }
  let joined = false
  const stop = listen({
    member: me,
    heard: ({ what }) => {
      // What the page fetched before the stream began may have become old in between, unheard.
      if (what.case === 'started' && !joined) {
        joined = true
        askEverything()
        return
      }
      for (const wish of applyEvent({ client, me, now: Date.now() }, what)) {
        // A wish that fails must not cost the ones after it.
        try {
          fulfil(wish)
        } catch {}
      }
    },
  })
  return () => {
    clearTimeout(asking)
    matches.stop()
    stop()
  }
}
