import { expect, it } from 'vitest'
import { signupsOpen } from './closed'

it.each([
  ['all', false, true],
  ['with_trafficsource', false, false],
  ['with_trafficsource', true, true],
  ['off', true, false],
] as const)('sign-ups %s, traffic source %s: %s', (signups, source, open) => {
  expect(signupsOpen(signups, source)).toBe(open)
})
