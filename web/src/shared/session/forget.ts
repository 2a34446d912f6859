import type { QueryClient } from '@tanstack/react-query'
import { paths } from '../paths'
import { clearWorker } from '../pwa/worker'
import { keys } from '../query/keys'

/** An address and what is told there. */
export type Farewell = { to: string; state: unknown }

const ROOT: Farewell = { to: paths.index, state: null }

const EVERYBODYS: readonly string[] = ['user', 'company', 'page', 'farewell']

/**
 * Forgets everything that belongs to the member who was logged in here. The members' pages lead to the farewell
 * by themselves, since they notice before any navigation could be done.
 */
export function forgetMember(client: QueryClient, farewell: Farewell = ROOT): void {
  void client.cancelQueries()
  client.removeQueries({ predicate: query => !EVERYBODYS.includes(String(query.queryKey[0])) })
  client.setQueryData(keys.farewell(), farewell)
  client.setQueryData(keys.user(), null)
  clearWorker()
}

/** Where a member goes whose session has ended. */
export const farewellOf = (client: QueryClient): Farewell =>
  client.getQueryData<Farewell>(keys.farewell()) ?? ROOT
