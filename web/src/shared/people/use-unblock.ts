import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../query/keys'
import { matching } from '../rpc/matching'

/** Lets a blocked member in again. */
export function useUnblock() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (memberId: string) => matching.unblock({ memberId }),
    onSuccess: () =>
      Promise.all(
        [keys.people(), keys.likes(), keys.chats()].map(queryKey => client.invalidateQueries({ queryKey })),
      ),
  })
}
