import { describe, expect, it } from 'vitest'
import { failure } from '../../shared/failures/reasons'
import { type Action, emptyDraft, type Flow, fieldOf, reduce, STEP_OF, startFlow } from './flow'

const begin = () => startFlow(emptyDraft('NL'))
const walk = (flow: Flow, ...actions: Action[]) => actions.reduce(reduce, flow)
const next: Action = { kind: 'next' }

describe('the sign-up flow', () => {
  it('walks from step 0 to 4 and no further', () => {
    expect(walk(begin(), next, next, next, next, next).step).toBe(4)
  })

  it('goes back to step 0 and no further', () => {
    expect(walk(begin(), next, { kind: 'back' }, { kind: 'back' }).step).toBe(0)
  })

  it('shows the stages only while it is sending', () => {
    const stage: Action = { kind: 'stage', stage: 'mailing' }
    expect(walk(begin(), stage).stage).toBe('checking')
    expect(walk(begin(), { kind: 'send' }, stage).stage).toBe('mailing')
  })

  it('cannot be closed while an account is being made', () => {
    expect(walk(begin(), { kind: 'send' }, { kind: 'close' }).phase).toBe('sending')
    expect(walk(begin(), { kind: 'close' }).phase).toBe('closed')
  })

  it('forgets the password when it is complete', () => {
    const flow = walk(begin(), { kind: 'password', password: 'secret' }, { kind: 'send' }, { kind: 'done' })
    expect(flow.phase).toBe('complete')
    expect(flow.secrets.password).toBe('')
  })

  it.each([
    ['email_taken', 2],
    ['password_guessable', 2],
    ['name_has_contact', 3],
    ['too_young', 1],
    ['country_unknown', 1],
    ['gender_missing', 0],
    ['terms_not_accepted', 4],
  ] as const)('puts %s on step %i', (reason, step) => {
    const flow = walk(
      begin(),
      next,
      next,
      next,
      next,
      { kind: 'send' },
      { kind: 'failed', failure: failure(reason) },
    )
    expect(flow).toMatchObject({ phase: 'started', step, failed: null })
    const field = fieldOf(failure(reason))
    expect(field && STEP_OF[field]).toBe(step)
    expect(field && flow.errors[field]?.reason).toBe(reason)
  })

  it('keeps a failure of no field above the button, on the step where it was sent', () => {
    const offline = failure('offline')
    const flow = walk(begin(), next, next, next, next, { kind: 'send' }, { kind: 'failed', failure: offline })
    expect(flow).toMatchObject({ phase: 'started', step: 4, failed: offline, errors: {} })
  })

  it('clears the failure of a field that is changed, and no other', () => {
    const invalid: Action = {
      kind: 'invalid',
      errors: { gender: failure('gender_missing'), seeking: failure('seeking_missing') },
    }
    const flow = walk(begin(), invalid, { kind: 'draft', change: { gender: 'man' } })
    expect(flow.errors.gender).toBeUndefined()
    expect(flow.errors.seeking?.reason).toBe('seeking_missing')
  })

  it('asks the password again after a reload', () => {
    expect(startFlow(emptyDraft('NL'), 4)).toMatchObject({ step: 2, secrets: { password: '' } })
    expect(startFlow(emptyDraft('NL'), 1).step).toBe(1)
  })
})
