import type { QueryClient } from '@tanstack/react-query'
import { clearWorker } from '../pwa/worker'
import { keys } from '../query/keys'

/** Forgets everything that belongs to the member who was logged in here. */
export function forgetMember(client: QueryClient): void {
  void client.cancelQueries()
  client.removeQueries({ predicate: query => !['user', 'company', 'page'].includes(String(query.queryKey[0])) })
  client.setQueryData(keys.user(), null)
  clearWorker()
}
