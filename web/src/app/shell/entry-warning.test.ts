import { expect, it } from 'vitest'
import { BARE_LAYOUT_COUNTRIES, shouldWarn } from './entry-warning'

const visitor = {
  loggedOut: true,
  installed: false,
  enabled: true,
  country: 'NL',
  listed: ['NL', 'BE'],
  skipped: false,
  path: '/',
}

it.each([
  [{}, true],
  [{ loggedOut: false }, false],
  [{ installed: true }, false],
  [{ enabled: false }, false],
  [{ skipped: true }, false],
  [{ country: 'PL' }, false],
  [{ country: null }, false],
  [{ country: 'BE' }, true],
  [{ country: 'BE', listed: BARE_LAYOUT_COUNTRIES }, false],
  [{ country: 'DE', listed: BARE_LAYOUT_COUNTRIES }, true],
  [{ path: '/complete-signup' }, false],
  [{ path: '/reset-password' }, false],
  [{ path: '/reset-password/do' }, false],
])('a visitor %j is asked for their age: %s', (change, warned) => {
  expect(shouldWarn({ ...visitor, ...change })).toBe(warned)
})
