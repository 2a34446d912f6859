import { queryOptions } from '@tanstack/react-query'
import { type Account, AccountStatus, ConsentKind, Gender } from '../../../gen/vonk/accounts/v1/accounts_pb'
import type { GenderWord } from '../../../shared/people/person'
import { keys } from '../../../shared/query/keys'
import { STALE } from '../../../shared/query/stale'
import { rpc } from '../../../shared/rpc/clients'

/** A member's own account as the page shows it. */
export type OwnAccount = {
  email: string
  name: string
  birthDate: string
  gender: GenderWord | null
  seeking: GenderWord[]
  country: string
  confirmed: boolean
  createdAt: Date | null
  tracking: { granted: boolean; changedAt: Date | null } | null
  terms: { version: string; changedAt: Date | null } | null
}

// Accounts has numbers of its own for them.
const WORDS: Partial<Record<Gender, GenderWord>> = {
  [Gender.WOMAN]: 'woman',
  [Gender.MAN]: 'man',
  [Gender.NONBINARY]: 'nonbinary',
}

/** A protobuf time as a date. */
export const dateOf = (time: { seconds: bigint } | undefined): Date | null =>
  time ? new Date(Number(time.seconds) * 1000) : null

function ownAccount(account: Account): Omit<OwnAccount, 'tracking' | 'terms'> {
  return {
    email: account.email,
    name: account.profileName,
    birthDate: account.birthDate,
    gender: WORDS[account.gender] ?? null,
    seeking: account.seeking.flatMap(each => WORDS[each] ?? []),
    country: account.country,
    confirmed: account.status !== AccountStatus.NOT_CONFIRMED,
    createdAt: dateOf(account.createdAt),
  }
}

export const accountQuery = () =>
  queryOptions({
    queryKey: keys.account(),
    staleTime: STALE.halfMinute,
    queryFn: async ({ signal }): Promise<OwnAccount> => {
      const { account, consents } = await rpc.accounts.getAccount({}, { signal })
      if (!account) throw new TypeError('an account without an account')
      const tracking = consents.find(consent => consent.kind === ConsentKind.TRACKING)
      const terms = consents.find(consent => consent.kind === ConsentKind.TERMS)
      return {
        ...ownAccount(account),
        tracking: tracking ? { granted: tracking.granted, changedAt: dateOf(tracking.changedAt) } : null,
        terms: terms?.granted ? { version: terms.version, changedAt: dateOf(terms.changedAt) } : null,
      }
    },
    meta: { progress: true },
  })
