import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { failureOfRpc } from '../shared/failures/of-rpc'
import { relationQuery } from '../shared/people/relation'
import { PERSONAL } from '../shared/storage/personal'
import { read, write } from '../shared/storage/store'

/** A browser may put a page in the background away; it comes back as a new one. */
const KEY = `${PERSONAL}matches-waiting`
const Waiting = v.record(v.string(), v.number())

type Options = {
  client: QueryClient
  /** Two like each other, since when: shown where somebody is looking. */
  onMatch: (member: string, at: number) => void
}

/**
 * Tells of a match at once where somebody is looking. Where nobody is, it waits until somebody does, and is told if the
 * two still like each other then.
 */
export function tellMatches({ client, onMatch }: Options): {
  hear: (member: string) => void
  stop: () => void
} {
  const waiting = new Map(Object.entries(read('session', KEY, Waiting) ?? {}))
  const keep = () => write('session', KEY, Object.fromEntries(waiting))
  const asking = new Set<string>()
  let over = false

  const tellIfStill = async (member: string, at: number) => {
    asking.add(member)
    try {
      const { matched, blocked } = await client.fetchQuery({ ...relationQuery(member), staleTime: 0 })
      if (over) return
      waiting.delete(member)
      if (matched && !blocked) onMatch(member, at)
    } catch (error) {
      // Gone, or out of sight. Whatever else failed is tried again at the next look.
      if (failureOfRpc(error).reason === 'member_unknown') waiting.delete(member)
    } finally {
      asking.delete(member)
      if (!over) keep()
    }
  }
  const look = () => {
    if (document.visibilityState !== 'visible') return
    for (const [member, at] of waiting) if (!asking.has(member)) void tellIfStill(member, at)
  }
  document.addEventListener('visibilitychange', look)
  look()

  return {
    hear: member => {
      if (document.visibilityState === 'visible') return onMatch(member, Date.now())
      waiting.set(member, Date.now())
      keep()
    },
    stop: () => {
      over = true
      document.removeEventListener('visibilitychange', look)
    },
  }
}
