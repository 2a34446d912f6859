import { useEffect, useRef } from 'react'
import type { Order } from '../../shared/money/orders'
import { phaseOf } from '../../shared/money/payment'
import { begunOrder, forgetOrder, type Intention } from './intention'

/**
 * An order that had ended when the page came makes room for a new one. What ends while the page is open is still the
 * same intention: another tab may have paid.
 */
export function useRoomForNew(about: Intention, orders: readonly Order[]): void {
  const looked = useRef('')
  useEffect(() => {
    const name = Object.values(about).join(' ')
    if (looked.current === name) return
    looked.current = name
    const begun = begunOrder(about, Date.now())
    const ended = orders.some(({ id, status }) => id === begun && phaseOf(status) !== 'pending')
    if (begun !== null && ended) void forgetOrder(begun)
  })
}
