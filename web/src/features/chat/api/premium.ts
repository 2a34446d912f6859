import type { QueryClient } from '@tanstack/react-query'
import { userQuery } from '../../../shared/session/user'

/** Asks anew whether the member has premium: what is held may be from before a payment. */
export async function isPremium(client: QueryClient): Promise<boolean> {
  const user = await client.fetchQuery({ ...userQuery(), staleTime: 0 }).catch(() => null)
  return user?.paid_user ?? false
}
