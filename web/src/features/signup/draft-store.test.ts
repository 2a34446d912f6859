import { expect, it } from 'vitest'
import { keepDraft, readDraft } from './draft-store'
import { emptyDraft, startFlow } from './flow'

const flow = {
  ...startFlow({ ...emptyDraft('NL'), email: 'me@b.example' }),
  secrets: { password: 'correct horse battery' },
}

it('a draft survives a reload, its password does not', () => {
  keepDraft(flow)
  expect(readDraft()?.draft.email).toBe('me@b.example')
  expect(Object.values({ ...sessionStorage }).join()).not.toContain('correct horse')
})

it('a complete sign-up leaves no draft behind', () => {
  keepDraft(flow)
  keepDraft({ ...flow, phase: 'complete' })
  expect(readDraft()).toBeNull()
})

it('a draft of another shape is no draft', () => {
  sessionStorage.setItem('sign-up.draft', '{"step":9}')
  expect(readDraft()).toBeNull()
  sessionStorage.setItem('sign-up.draft', '{')
  expect(readDraft()).toBeNull()
})
