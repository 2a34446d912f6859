import type { Query, QueryClient } from '@tanstack/react-query'
import { paths } from '../paths'
import { clearWorker } from '../pwa/worker'
import { keys } from '../query/keys'
import { forgetPersonal } from '../storage/personal'

/** An address and what is told there. */
export type Farewell = { to: string; state: unknown }

const ROOT: Farewell = { to: paths.index, state: null }

const EVERYBODYS: readonly string[] = ['user', 'company', 'page', 'farewell']

const isPersonal = ({ queryKey }: Pick<Query, 'queryKey'>): boolean => !EVERYBODYS.includes(String(queryKey[0]))

/**
 * Forgets everything that belongs to the member who was logged in here. The members' pages lead to the farewell
 * by themselves, since they notice before any navigation could be done.
 */
export function forgetMember(client: QueryClient, farewell: Farewell = ROOT): void {
  void client.cancelQueries()
  client.removeQueries({ predicate: isPersonal })
  client.setQueryData(keys.farewell(), farewell)
  client.setQueryData(keys.user(), null)
  forgetPersonal()
  clearWorker()
}

/** Somebody else is here than before: what a visitor or another member was told is not shown to them. */
export function forgetOthers(client: QueryClient): void {
  client.removeQueries({ predicate: isPersonal, type: 'inactive' })
  void client.resetQueries({ predicate: isPersonal, type: 'active' })
}

/** Where a member goes whose session has ended. */
export const farewellOf = (client: QueryClient): Farewell =>
  client.getQueryData<Farewell>(keys.farewell()) ?? ROOT
