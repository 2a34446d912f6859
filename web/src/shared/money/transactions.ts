import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { keys } from '../query/keys'
import { STALE } from '../query/stale'
import { billing } from '../rpc/billing'
import { momentOf } from './of-wire'
import { type Order, orderOf } from './orders'
import { phaseOf } from './payment'

/** What a change of credits was for. */
export type LineKind = 'purchase' | 'message' | 'photo' | 'gift' | 'refund' | 'bonus' | 'correction'

/** A change of a member's credits: positive received, negative spent. */
export type Line = { id: string; kind: LineKind; credits: number; at: Date; reference: string }

export type Transactions = { orders: Order[]; lines: Line[]; next: string }

const KINDS: readonly LineKind[] = ['purchase', 'message', 'photo', 'gift', 'refund', 'bonus', 'correction']

async function list(cursor: string, signal: AbortSignal): Promise<Transactions> {
  const { orders, lines, nextCursor } = await billing.listTransactions({ cursor }, { signal })
  return {
    orders: orders.map(orderOf),
    lines: lines.map(line => ({
      id: line.id,
      kind: KINDS.find(kind => kind === line.kind) ?? 'correction',
      credits: Number(line.credits),
      at: momentOf(line.at) ?? new Date(0),
      reference: line.reference,
    })),
    next: nextCursor,
  }
}

/** Orders and changes of credits, the latest first. */
export const transactionsQuery = () =>
  infiniteQueryOptions({
    queryKey: keys.transactions(),
    queryFn: ({ pageParam, signal }) => list(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: page => page.next || null,
    staleTime: STALE.halfMinute,
  })

/** Orders of the latest page. */
export const latestOrdersQuery = () =>
  queryOptions({
    queryKey: [...keys.transactions(), 'latest'],
    queryFn: async ({ signal }) => (await list('', signal)).orders,
    staleTime: STALE.halfMinute,
  })

/** The latest payment that is not decided; null when there is none. */
export const openOrderQuery = () =>
  queryOptions({
    ...latestOrdersQuery(),
    select: (orders): Order | null => orders.find(({ status }) => phaseOf(status) === 'pending') ?? null,
  })
