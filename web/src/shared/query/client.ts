import { QueryClient } from '@tanstack/react-query'
import { grpcCode, retryDelay, worthRetrying } from './retry'

/**
 * The cache of everything the server told. Calls that change something are never repeated by themselves, nor kept
 * until the network is back: whoever pressed a button is told at once, and presses it again.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => worthRetrying(failures, error, grpcCode), retryDelay },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
