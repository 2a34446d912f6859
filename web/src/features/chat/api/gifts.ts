import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../shared/query/keys'
import { STALE } from '../../../shared/query/stale'
import { chat } from '../../../shared/rpc/chat'

/** Something to give; the price in credits, the name in the reader's language. */
export type Gift = { id: string; name: string; price: number }

export const giftsQuery = (language: string) =>
  queryOptions({
    queryKey: keys.gifts(language),
    staleTime: STALE.forever,
    queryFn: async ({ signal }): Promise<Gift[]> => {
      const { gifts } = await chat.listGifts({}, { signal })
      return gifts.map(({ id, name, price }) => ({ id, name, price }))
    },
  })
