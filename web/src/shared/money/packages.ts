import { queryOptions } from '@tanstack/react-query'
import type { Money } from '../i18n/money'
import { keys } from '../query/keys'
import { STALE } from '../query/stale'
import { billing } from '../rpc/billing'
import { momentOf, moneyOf } from './of-wire'

/** Credits for a price, VAT included. */
export type Package = { id: string; credits: number; price: Money; discounted: Money; perMessage: Money }

/** A way to pay, by our word for it; the name is the same in every language, or ours to translate. */
export type Method = { id: string; name: string }

/** What is taken off, and for what. */
export type Discount = {
  code: string
  percentage: number
  expires: Date | null
  minimum: Money
  /** Empty: all. */
  methods: readonly string[]
}

/** What can be bought here, and how it is paid. */
export type Offer = {
  packages: readonly Package[]
  methods: readonly Method[]
  discount: Discount | null
}

/** Packages with the discount in effect: the code that was typed, else the time bonus while it runs. */
export const packagesQuery = (code = '') =>
  queryOptions({
    queryKey: keys.packages(code),
    staleTime: STALE.fiveMinutes,
    queryFn: async ({ signal }): Promise<Offer> => {
      const { packages, methods, discount } = await billing.listPackages({ discountCode: code }, { signal })
      return {
        packages: packages.map(({ id, credits, price, discounted, perMessage }) => ({
          id,
          credits,
          price: moneyOf(price),
          discounted: moneyOf(discounted),
          perMessage: moneyOf(perMessage),
        })),
        methods: methods.map(({ id, name }) => ({ id, name })),
        discount: discount
          ? {
              code: discount.code,
              percentage: discount.percentage,
              expires: momentOf(discount.expires),
              minimum: moneyOf(discount.minimumOrderValue),
              methods: discount.paymentMethods,
            }
          : null,
      }
    },
  })
