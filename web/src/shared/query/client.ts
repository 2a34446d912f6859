import { type Query, QueryClient } from '@tanstack/react-query'
import { grpcCode, retryDelay, worthRetrying } from './retry'

/**
 * The cache of everything the server told. Calls that change something are never repeated by themselves, nor kept
 * until the network is back: whoever pressed a button is told at once, and presses it again.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => worthRetrying(failures, error, grpcCode), retryDelay },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  askAgainWhenOvertaken(client)
  return client
}

/**
 * An answer may be on its way when something newer becomes known: the live stream puts news into the cache, or says
 * that what is held is old. It must not be the last word. Where there is an answer already, React Query gives the
 * one on its way up when it is told that it is old; this sees to the first answers, and to what is put in.
 */
function askAgainWhenOvertaken(client: QueryClient): void {
  const overtaken = new WeakSet<Query>()
  const askAgain = ({ queryKey }: Query) => void client.invalidateQueries({ queryKey, exact: true })
  client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const onItsWay = query.state.fetchStatus === 'fetching'
    if (action.type === 'invalidate' && onItsWay) {
      // Nobody gives these up.
      if (query.state.data === undefined || !query.isActive()) overtaken.add(query)
    } else if (action.type === 'fetch' && action.meta?.fetchMore && query.state.isInvalidated) {
      // The next page of a list takes the place of asking for all of it again.
      overtaken.add(query)
    } else if (action.type === 'success' && action.manual && onItsWay) {
      if (query.isActive()) askAgain(query)
      else overtaken.add(query)
    } else if (action.type === 'success' && !action.manual && overtaken.delete(query)) {
      askAgain(query)
    }
  })
}
