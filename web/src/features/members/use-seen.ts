import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { changeLikes, seen } from '../../shared/people/likes'
import { matching } from '../../shared/rpc/matching'

/** Opening the profile of somebody who likes the member makes that like new no more. */
export function useSeen(memberId: string, likesMe: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!likesMe) return
    changeLikes(client, likes => seen(likes, memberId))
    // When it fails the like stays new at the server, and is told as new again.
    matching.markLikeSeen({ memberId }).catch(() => undefined)
  }, [client, memberId, likesMe])
}
