import * as v from 'valibot'
import { type Failure, failure, isReason } from '../../shared/failures/reasons'
import { EmailField, NewPasswordField, ProfileNameField } from '../../shared/forms/schemas'
import type { FieldErrors } from '../../shared/forms/use-form'
import { ageOn, isoOf } from '../../shared/time/birth-date'
import type { Field, Flow, Step } from './flow'

/** What the site asks of a new member. */
export type Rules = { minAge: number; countries: readonly string[]; today: string }

type Entered = Pick<Flow, 'draft' | 'secrets' | 'consents'>

function failureOf(schema: v.GenericSchema, value: unknown): Failure | null {
  const parsed = v.safeParse(schema, value)
  const [issue] = parsed.issues ?? []
  if (!issue) return null
  const limit = String(issue.requirement)
  return failure(isReason(issue.message) ? issue.message : 'unknown', {
    ...(issue.type === 'min_length' && { min: limit }),
    ...(issue.type === 'max_length' && { max: limit }),
  })
}

function birthFailure({ draft }: Entered, { minAge, today }: Rules): Failure | null {
  const iso = isoOf(draft.birth)
  if (iso === null || iso > today) return failure('birth_date_invalid')
  return ageOn(iso, today) < minAge ? failure('too_young', { min_age: String(minAge) }) : null
}

function nameFailure({ draft }: Entered): Failure | null {
  const same = draft.name.trim().toLowerCase() === draft.email.trim().toLowerCase()
  return same && draft.name ? failure('name_is_email') : failureOf(ProfileNameField, draft.name)
}

type Check = (entered: Entered, rules: Rules) => Failure | null

const CHECKS: Record<Step, Partial<Record<Field, Check>>> = {
  0: {
    gender: ({ draft }) => (draft.gender === null ? failure('gender_missing') : null),
    seeking: ({ draft }) => (draft.seeking.length === 0 ? failure('seeking_missing') : null),
  },
  1: {
    birth: birthFailure,
    country: ({ draft }, { countries }) =>
      countries.includes(draft.country) ? null : failure('country_unknown'),
  },
  2: {
    email: ({ draft }) => failureOf(EmailField, draft.email),
    password: ({ secrets }) => failureOf(NewPasswordField, secrets.password),
  },
  3: { name: nameFailure },
  4: { terms: ({ consents }) => (consents.terms && consents.sensitive ? null : failure('terms_not_accepted')) },
}

/** What is wrong on a step; nothing when the visitor may go on. The server has the last word. */
export function validateStep(step: Step, entered: Entered, rules: Rules): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {}
  for (const [field, check] of Object.entries(CHECKS[step])) {
    const found = check(entered, rules)
    if (found) Object.assign(errors, { [field]: found })
  }
  return errors
}
