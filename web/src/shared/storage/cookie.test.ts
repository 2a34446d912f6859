import { expect, it } from 'vitest'
import { readCookie } from './cookie'

it('a cookie is found among others, and read as it was written', () => {
  expect(readCookie('i18n_redirected', 'a=1; i18n_redirected=pl; b=2')).toBe('pl')
  expect(readCookie('note', 'note=a%3Db%20c; x=1')).toBe('a=b c')
  expect(readCookie('note', 'xnote=1')).toBeNull()
})

it('a cookie that nobody can read is none: the page starts all the same', () => {
  expect(readCookie('i18n_redirected', 'i18n_redirected=%E0%A4%A')).toBeNull()
})
