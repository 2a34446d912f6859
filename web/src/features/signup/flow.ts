import type { Failure } from '../../shared/failures/reasons'
import type { FieldErrors } from '../../shared/forms/use-form'
import type { GenderWord } from '../../shared/people/person'
import type { DateParts } from '../../shared/time/birth-date'

/** What a visitor fills in and may find again after a reload. */
export type Draft = {
  gender: GenderWord | null
  seeking: GenderWord[]
  birth: DateParts
  country: string
  email: string
  name: string
}

/** Never stored. */
export type Secrets = { password: string }

export type Consents = { terms: boolean; sensitive: boolean; tracking: boolean }

export type Field = 'gender' | 'seeking' | 'birth' | 'country' | 'email' | 'password' | 'name' | 'terms'

export const STEPS = [0, 1, 2, 3, 4] as const
export type Step = (typeof STEPS)[number]

/** What the visitor sees being done, in this order. */
export const STAGES = ['checking', 'creating', 'matches', 'mailing'] as const
export type Stage = (typeof STAGES)[number]

export type Flow = {
  phase: 'started' | 'sending' | 'complete' | 'closed'
  step: Step
  stage: Stage
  draft: Draft
  secrets: Secrets
  consents: Consents
  errors: FieldErrors<Field>
  /** A failure that belongs to no field. */
  failed: Failure | null
}

export type Action =
  | { kind: 'draft'; change: Partial<Draft> }
  | { kind: 'password'; password: string }
  | { kind: 'consent'; change: Partial<Consents> }
  | { kind: 'invalid'; errors: FieldErrors<Field> }
  | { kind: 'next' }
  | { kind: 'back' }
  | { kind: 'send' }
  | { kind: 'stage'; stage: Stage }
  | { kind: 'done' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'close' }

export const emptyDraft = (country: string): Draft => ({
  gender: null,
  seeking: [],
  birth: { day: '', month: '', year: '' },
  country,
  email: '',
  name: '',
})

/** A flow at its start; a draft found after a reload goes on where its password is asked, at the latest. */
export function startFlow(draft: Draft, step: Step = 0): Flow {
  return {
    phase: 'started',
    step: step > PASSWORD_STEP ? PASSWORD_STEP : step,
    stage: 'checking',
    draft,
    secrets: { password: '' },
    consents: { terms: false, sensitive: false, tracking: false },
    errors: {},
    failed: null,
  }
}

const PASSWORD_STEP: Step = 2

/** The step on which a field is asked. */
export const STEP_OF: Record<Field, Step> = {
  gender: 0,
  seeking: 0,
  birth: 1,
  country: 1,
  email: 2,
  password: 2,
  name: 3,
  terms: 4,
}

/** The field a failure is about; null when it is about none. */
export function fieldOf(failure: Failure): Field | null {
  switch (failure.reason) {
    case 'gender_missing':
      return 'gender'
    case 'seeking_missing':
      return 'seeking'
    case 'birth_date_invalid':
    case 'too_young':
      return 'birth'
    case 'country_unknown':
      return 'country'
    case 'email_invalid':
    case 'email_taken':
    case 'email_deleted':
      return 'email'
    case 'password_missing':
    case 'password_too_short':
    case 'password_too_long':
    case 'password_guessable':
      return 'password'
    case 'name_too_short':
    case 'name_too_long':
    case 'name_is_email':
    case 'name_starts_with_at':
    case 'name_has_contact':
    case 'name_invalid':
      return 'name'
    case 'terms_not_accepted':
      return 'terms'
    default:
      return null
  }
}

function without(errors: FieldErrors<Field>, fields: readonly string[]): FieldErrors<Field> {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)))
}

const shift = (step: Step, by: 1 | -1): Step => STEPS.find(other => other === step + by) ?? step

/** The whole sign-up as a table of what follows what. */
export function reduce(flow: Flow, action: Action): Flow {
  switch (action.kind) {
    case 'draft':
      return {
        ...flow,
        draft: { ...flow.draft, ...action.change },
        errors: without(flow.errors, Object.keys(action.change)),
      }
    case 'password':
      return { ...flow, secrets: { password: action.password }, errors: without(flow.errors, ['password']) }
    case 'consent':
      return {
        ...flow,
        consents: { ...flow.consents, ...action.change },
        errors: without(flow.errors, ['terms']),
      }
    case 'invalid':
      return { ...flow, errors: action.errors }
    case 'next':
      return flow.phase === 'started' ? { ...flow, step: shift(flow.step, 1), errors: {}, failed: null } : flow
    case 'back':
      return flow.phase === 'started' ? { ...flow, step: shift(flow.step, -1), errors: {}, failed: null } : flow
    case 'send':
      return flow.phase === 'started'
        ? { ...flow, phase: 'sending', stage: 'checking', errors: {}, failed: null }
        : flow
    case 'stage':
      return flow.phase === 'sending' ? { ...flow, stage: action.stage } : flow
    case 'done':
      return flow.phase === 'sending' ? { ...flow, phase: 'complete', secrets: { password: '' } } : flow
    case 'failed': {
      const field = fieldOf(action.failure)
      if (!field) return { ...flow, phase: 'started', failed: action.failure }
      return {
        ...flow,
        phase: 'started',
        step: STEP_OF[field],
        errors: { [field]: action.failure },
        failed: null,
      }
    }
    case 'close':
      // While an account is being made there is nothing to go back to.
      return flow.phase === 'sending' ? flow : { ...flow, phase: 'closed' }
    default:
      return action satisfies never
  }
}
