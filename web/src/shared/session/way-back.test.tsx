import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { forMembers } from '../paths'
import { forgetWayBack, keepWayBack, keptWayBack } from './kept-way-back'
import { useWayBack } from './way-back'

const SEARCH = '/members?gender=woman&interests=sailing%2Ccoffee&min_age=30'

const waysFrom = (path: string) =>
  renderHook(useWayBack, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
    ),
  }).result.current

afterEach(() => {
  forgetWayBack()
  vi.useRealTimers()
})

it('a search is come back to with its filters', () => {
  const { next, login, signUp } = waysFrom(SEARCH)
  expect(next).toBe(SEARCH)
  expect(login).toBe(`/login?next=${encodeURIComponent(SEARCH)}`)
  expect(signUp).toBe(`/signup?next=${encodeURIComponent(SEARCH)}`)
})

it('the way back is carried on between the login and the sign-up', () => {
  for (const path of ['/login', '/signup']) {
    const { next, login } = waysFrom(`${path}?next=${encodeURIComponent(SEARCH)}`)
    expect(next).toBe(SEARCH)
    expect(login).toBe(`/login?next=${encodeURIComponent(SEARCH)}`)
  }
})

it('pages that are no members’ pages, and their first one, need no way back', () => {
  for (const path of ['/', '/pages/terms', '/members', '/login', '/activate/done']) {
    expect(waysFrom(path).login).toBe('/login')
  }
})

it('nobody is led to another site, nor to a page that is not the members’', () => {
  for (const own of ['/profile', '/profile#delete', '/members/m1/chat?gift=1', '/chats/c1']) {
    expect(forMembers(own)).toBe(own)
  }
  for (const other of [
    'https://evil.example',
    '//evil.example/members',
    '/\\evil.example',
    '/members/..//evil.example',
    '/members/\\evil.example',
    '/members?a\\b',
    '/members\n//evil.example',
    '/members?x=1\n',
    '/membersofevil',
    '/login?next=/members',
    'members',
    'javascript:alert(1)',
    '',
    null,
  ]) {
    expect(forMembers(other), String(other)).toBeNull()
    expect(waysFrom(`/login?next=${encodeURIComponent(other ?? '')}`).login).toBe('/login')
  }
})

it('a sign-up, which goes on from a mail, keeps the way back for an hour', () => {
  vi.useFakeTimers()
  expect(keptWayBack()).toBeNull()
  keepWayBack(SEARCH)
  vi.advanceTimersByTime(3_599_000)
  expect(keptWayBack()).toBe(SEARCH)
  vi.advanceTimersByTime(2_000)
  expect(keptWayBack()).toBeNull()
})

it('a sign-up from elsewhere forgets the way back of the one before', () => {
  keepWayBack(SEARCH)
  keepWayBack(null)
  expect(keptWayBack()).toBeNull()
})

it('what stands in the storage is looked at as closely as an address', () => {
  keepWayBack('//evil.example')
  expect(keptWayBack()).toBeNull()
})
