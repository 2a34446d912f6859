import type { QueryClient } from '@tanstack/react-query'
import { type User, userQuery } from './user'

const PAUSES = [0, 500, 1_000, 2_000, 4_000]

const pause = (milliseconds: number) =>
  new Promise(resolve => {
    setTimeout(resolve, milliseconds)
  })

/**
 * Asks who is logged in until the answer fits what just happened, for about 8 seconds. The gateway hears of a
 * change by an event, a moment after the call that made it was answered.
 */
export async function askUserUntil(client: QueryClient, fits: (user: User | null) => boolean): Promise<void> {
  for (const milliseconds of PAUSES) {
    await pause(milliseconds)
    await client.cancelQueries(userQuery())
    const user = await client.fetchQuery({ ...userQuery(), staleTime: 0 })
    if (fits(user)) return
  }
}
