import { useMutation, useQueryClient } from '@tanstack/react-query'
import { openMatch } from '../modals/match'
import { keys } from '../query/keys'
import { matching } from '../rpc/matching'
import { changeLikes, withLiked } from './likes'
import type { Person } from './person'
import { relationQuery } from './relation'

/** Likes somebody, or takes the like back. It shows at once, and is taken back when the server refuses. */
export function useLike(person: Person) {
  const client = useQueryClient()
  const { queryKey } = relationQuery(person.id)
  return useMutation({
    // One after the other: what was chosen last is what stands.
    scope: { id: `like-${person.id}` },
    mutationFn: async (liked: boolean) => {
      if (liked) return matching.like({ memberId: person.id })
      await matching.unlike({ memberId: person.id })
      return { matched: false }
    },
    onMutate: async liked => {
      await Promise.all([client.cancelQueries({ queryKey }), client.cancelQueries({ queryKey: keys.likes() })])
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, old => old && { ...old, liked, matched: liked && old.likesMe })
      const takeBack = changeLikes(client, likes => withLiked(likes, person, liked))
      return () => {
        client.setQueryData(queryKey, old => old && before)
        takeBack()
      }
    },
    onError: (_error, _liked, undo) => undo?.(),
    onSuccess: ({ matched }) => {
      if (matched) openMatch(person.id)
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey }),
        client.invalidateQueries({ queryKey: keys.likes() }),
      ]),
  })
}
