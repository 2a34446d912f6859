import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { failureOfRpc } from '../../shared/failures/of-rpc'
import { type Failure, failure } from '../../shared/failures/reasons'
import type { Money } from '../../shared/i18n/money'
import { payPage } from '../../shared/money/payment'
import { paths } from '../../shared/paths'
import { keys } from '../../shared/query/keys'
import { placeOrder } from './api/place-order'
import type { Intention } from './intention'

/** Leaves for another site. Replaced in tests. */
export const leave = { to: (url: URL) => location.assign(url) }

/**
 * Places the order of an intention, or takes the open one, and goes to where it is paid. `total` is what the button says: another price is
 * told first, and paid only when the button is pressed again.
 */
export function usePay(about: Intention, total: Money, open: string | null) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Failure | null>(null)
  const [changed, setChanged] = useState<Money | null>(null)
  // A second press may come before the first is drawn.
  const running = useRef(false)

  const stop = () => {
    running.current = false
    setBusy(false)
  }
  const reset = () => {
    setFailed(null)
    setChanged(null)
  }

  // Back from the provider's page by the browser's button: the page is as it was left.
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      running.current = false
      setBusy(false)
      void client.invalidateQueries({ queryKey: keys.money() })
    }
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [client])

  const start = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailed(null)
    try {
      const { order, checkoutUrl } = await placeOrder(about, open)
      void client.invalidateQueries({ queryKey: keys.transactions() })
      if (checkoutUrl && order.amount.minor !== (changed ?? total).minor) {
        setChanged(order.amount)
        return stop()
      }
      if (!checkoutUrl) {
        await navigate(paths.transaction(order.id))
        return stop()
      }
      const page = payPage(checkoutUrl, location.hostname)
      if (page) return leave.to(page)
      setFailed(failure('provider_away'))
      stop()
    } catch (error) {
      setFailed(failureOfRpc(error))
      stop()
      void client.invalidateQueries({ queryKey: keys.packages('').slice(0, 2) })
    }
  }
  return { busy, failed, changed, reset, start: () => void start() }
}
