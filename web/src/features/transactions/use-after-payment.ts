import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Order } from '../../shared/money/orders'
import { phaseOf } from '../../shared/money/payment'
import { walletQuery } from '../../shared/money/wallet'
import { keys } from '../../shared/query/keys'
import { askUserUntil } from '../../shared/session/ask-until'

/** Brings everything that shows credits or premium up to date when an order is decided or changes. */
export function useAfterPayment(order: Order | undefined): void {
  const client = useQueryClient()
  const id = order?.id
  const state = order && `${order.status} ${order.refunded.minor}`
  const decided = order !== undefined && phaseOf(order.status) !== 'pending'
  useEffect(() => {
    if (!id || !state || !decided) return
    const isThis = (key: readonly unknown[]) => key.join() === keys.order(id).join()
    void client.invalidateQueries({
      queryKey: keys.money(),
      predicate: query => !isThis(query.queryKey),
    })
    const catchUp = async () => {
      const wallet = await client.fetchQuery({ ...walletQuery(), staleTime: 0 })
      const premium = wallet.premiumSince !== null
      await askUserUntil(client, user => user?.paid_user === premium && user.credits === wallet.credits)
    }
    // The clock of the session asks again anyway.
    catchUp().catch(() => undefined)
  }, [client, id, state, decided])
}
