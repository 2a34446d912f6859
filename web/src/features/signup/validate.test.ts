import { describe, expect, it } from 'vitest'
import { emptyDraft, type Flow, type Step, startFlow } from './flow'
import { type Rules, validateStep } from './validate'

const rules: Rules = { minAge: 18, countries: ['NL'], today: '2026-11-20' }

function entered(draft: Partial<Flow['draft']>, rest: Partial<Flow> = {}): Flow {
  const flow = startFlow(emptyDraft('NL'))
  return { ...flow, ...rest, draft: { ...flow.draft, ...draft } }
}

const reasons = (step: Step, flow: Flow) =>
  Object.fromEntries(
    Object.entries(validateStep(step, flow, rules)).map(([field, found]) => [field, found.reason]),
  )

describe('a step of the sign-up', () => {
  it('asks who the visitor is and whom they seek', () => {
    expect(reasons(0, entered({}))).toEqual({ gender: 'gender_missing', seeking: 'seeking_missing' })
    expect(reasons(0, entered({ gender: 'woman', seeking: ['man'] }))).toEqual({})
  })

  it.each([
    ['17', '11', '2008', 'ok'],
    ['20', '11', '2008', 'ok'],
    ['21', '11', '2008', 'too_young'],
    ['31', '2', '1990', 'birth_date_invalid'],
    ['', '', '', 'birth_date_invalid'],
    ['1', '1', '90', 'birth_date_invalid'],
    ['1', '1', '2030', 'birth_date_invalid'],
  ])('takes %s-%s-%s as %s', (day, month, year, verdict) => {
    expect(reasons(1, entered({ birth: { day, month, year } })).birth ?? 'ok').toBe(verdict)
  })

  it('tells the minimum age with the failure', () => {
    const errors = validateStep(1, entered({ birth: { day: '1', month: '1', year: '2015' } }), rules)
    expect(errors.birth?.details).toEqual({ min_age: '18' })
  })

  it('takes only countries of the site', () => {
    const birth = { day: '1', month: '1', year: '1990' }
    expect(reasons(1, entered({ birth, country: 'XX' }))).toEqual({ country: 'country_unknown' })
  })

  it('wants a mail address and 12 characters of password', () => {
    expect(reasons(2, entered({ email: 'nobody' }, { secrets: { password: 'short' } }))).toEqual({
      email: 'email_invalid',
      password: 'password_too_short',
    })
    expect(reasons(2, entered({ email: ' a@b.example ' }, { secrets: { password: 'x'.repeat(12) } }))).toEqual(
      {},
    )
    expect(reasons(2, entered({ email: 'a@b.example' }, { secrets: { password: 'x'.repeat(257) } }))).toEqual({
      password: 'password_too_long',
    })
  })

  it.each([
    ['Al', 'name_too_short'],
    ['x'.repeat(21), 'name_too_long'],
    ['@home', 'name_starts_with_at'],
    ['ME@b.example', 'name_is_email'],
    ['Marijke', 'ok'],
  ])('takes the name %s as %s', (name, verdict) => {
    expect(reasons(3, entered({ name, email: 'me@b.example' })).name ?? 'ok').toBe(verdict)
  })

  it('needs both consents, and no other', () => {
    expect(reasons(4, entered({}, { consents: { terms: true, sensitive: false, tracking: false } }))).toEqual({
      terms: 'terms_not_accepted',
    })
    expect(reasons(4, entered({}, { consents: { terms: true, sensitive: true, tracking: false } }))).toEqual({})
  })
})
