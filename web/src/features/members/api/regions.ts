import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { php } from '../../../shared/http/php'
import { keys } from '../../../shared/query/keys'
import { STALE } from '../../../shared/query/stale'

const RegionsAnswer = v.object({ regions: v.array(v.object({ id: v.number(), name: v.string() })) })

export type Region = v.InferOutput<typeof RegionsAnswer>['regions'][number]

/** The regions of a country, by name. Loaded once. */
export const regionsQuery = (country: string) =>
  queryOptions({
    queryKey: keys.regions(country),
    staleTime: STALE.forever,
    enabled: country !== '',
    queryFn: async ({ signal }): Promise<Region[]> => {
      const { regions } = await php('regions.php', RegionsAnswer, { query: { country }, signal })
      return regions
    },
  })
