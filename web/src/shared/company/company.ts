import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { php } from '../http/php'
import { keys } from '../query/keys'
import { STALE } from '../query/stale'

const text = v.optional(v.nullable(v.string()), '')

export const Company = v.object({
  name: v.string(),
  address: text,
  kvk: text,
  city: text,
  country: text,
  tradenames: v.optional(v.array(v.string()), []),
  vat_numbers: v.optional(v.array(v.string()), []),
  support_phone: text,
  delete_discount: v.optional(v.number(), 0),
  added: text,
})

export type Company = v.InferOutput<typeof Company>

/** Who runs the site. Loaded once. */
export const companyQuery = () =>
  queryOptions({
    queryKey: keys.company(),
    queryFn: ({ signal }) => php('companyinfo.php', Company, { signal }),
    staleTime: STALE.forever,
  })

/** The number as a tel: link takes it: no dashes, no spaces. */
export const telHref = (phone: string): string => `tel:${phone.replace(/[-\s]/g, '')}`
