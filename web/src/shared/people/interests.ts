import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { php } from '../http/php'
import { keys } from '../query/keys'
import { STALE } from '../query/stale'

const InterestsAnswer = v.object({
  interests: v.array(v.object({ id: v.number(), slug: v.string(), name: v.string() })),
})

export type Interest = v.InferOutput<typeof InterestsAnswer>['interests'][number]

/** What members may be interested in, by name in the reader's language. Loaded once a language. */
export const interestsQuery = (language: string) =>
  queryOptions({
    queryKey: keys.interests(language),
    staleTime: STALE.forever,
    queryFn: async ({ signal }): Promise<Interest[]> =>
      (await php('interests.php', InterestsAnswer, { signal })).interests,
  })
