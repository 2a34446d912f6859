import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { userQuery } from '../../../shared/session/user'
import type { Item } from '../outbox/item'
import { openOutbox } from '../outbox/open'
import type { Outbox, Queue } from '../outbox/outbox'

const NOTHING: Queue = { items: [], stalled: new Set() }
const nothing = () => NOTHING
const silent = () => () => undefined

/** The member's outbox and what waits in it for one conversation; null while nobody is known to be here. */
export function useOutbox(peer: string): { outbox: Outbox | null; waiting: readonly Item[]; stalled: boolean } {
  const client = useQueryClient()
  const { data: user } = useQuery(userQuery())
  const [outbox, setOutbox] = useState<Outbox | null>(null)
  const me = user?.id
  useEffect(() => {
    if (me) setOutbox(openOutbox(client, me))
  }, [client, me])
  const { items, stalled } = useSyncExternalStore(outbox?.subscribe ?? silent, outbox?.queue ?? nothing)
  return { outbox, waiting: items.filter(item => item.peer === peer), stalled: stalled.has(peer) }
}
