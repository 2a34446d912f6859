import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { keys } from '../../../shared/query/keys'
import { chat } from '../../../shared/rpc/chat'

/** The other side is told at most so often, in milliseconds. */
const EVERY = 3_000

/** Whether the other member is typing. */
export function useTyping(peer: string): boolean {
  const { data: until = 0 } = useQuery<number>({ queryKey: keys.typing(peer), queryFn: skipToken })
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const left = until - Date.now()
    if (left <= 0) return
    const timer = setTimeout(() => setNow(Date.now()), left + 20)
    return () => clearTimeout(timer)
  }, [until])
  return until > now
}

/** Tells the other side that the member is typing; call it at every change. */
export function useTellTyping(peer: string): () => void {
  const last = useRef(0)
  return () => {
    const now = Date.now()
    if (now - last.current < EVERY) return
    last.current = now
    // Nobody misses it when it is lost.
    chat.typing({ memberId: peer }).catch(() => undefined)
  }
}
