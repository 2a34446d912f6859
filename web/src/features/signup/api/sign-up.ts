import { Gender } from '../../../gen/vonk/accounts/v1/accounts_pb'
import type { GenderWord } from '../../../shared/people/person'
import { rpc } from '../../../shared/rpc/clients'
import { isoOf } from '../../../shared/time/birth-date'
import { tracking } from '../../../shared/tracking/memory'
import type { Flow } from '../flow'

const GENDERS: Record<GenderWord, Gender> = {
  woman: Gender.WOMAN,
  man: Gender.MAN,
  nonbinary: Gender.NONBINARY,
}

/** Creates the account and has the activation mail sent. Tracking goes along only with consent. */
export async function signUp({ draft, secrets, consents }: Flow, language: string): Promise<void> {
  const record = consents.tracking ? tracking() : null
  await rpc.accounts.signUp({
    email: draft.email.trim(),
    password: secrets.password,
    profileName: draft.name.trim(),
    birthDate: isoOf(draft.birth) ?? '',
    gender: draft.gender ? GENDERS[draft.gender] : Gender.UNSPECIFIED,
    seeking: draft.seeking.map(word => GENDERS[word]),
    country: draft.country,
    language,
    acceptTerms: consents.terms,
    acceptSensitive: consents.sensitive,
    acceptTracking: record !== null,
    ...(record && { tracking: record }),
  })
}
