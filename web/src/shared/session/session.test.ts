import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { member } from '../../testing/fixtures'
import { keys } from '../query/keys'
import { forgetMember } from './forget'
import { stripToken } from './link-token'
import { needsActivationReminder } from './reminder'
import { type User, userQuery } from './user'

const strip = (address: string) => stripToken(new URL(address, 'https://vonk.example'))

describe('the token of a mailed link', () => {
  it('leaves the address of its page', () => {
    for (const page of ['/activate', '/reset-password/do', '/mail-change/do', '/reactivate']) {
      const { clean, token } = strip(`${page}?token=abc&x=1`)
      expect(token).toBe('abc')
      expect(clean.href).toBe(`https://vonk.example${page}?x=1`)
    }
  })

  it('is none on other pages', () => {
    expect(strip('/login?token=abc')).toMatchObject({ token: null, clean: { search: '?token=abc' } })
  })
})

it('leaving forgets everything of the member, and keeps what is everybody’s', () => {
  const client = new QueryClient()
  client.setQueryData(keys.user(), member)
  client.setQueryData(keys.account(), { email: 'me@b.example' })
  client.setQueryData(keys.sessions(), [])
  client.setQueryData(keys.company(), { name: 'Vonk' })
  for (const storage of [localStorage, sessionStorage]) {
    storage.setItem('member.draft', 'a word')
    storage.setItem('theme', 'dark')
  }
  forgetMember(client)
  expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual(['theme', 'theme'])
  expect(client.getQueryData(keys.user())).toBeNull()
  expect(client.getQueryData(keys.account())).toBeUndefined()
  expect(client.getQueryData(keys.sessions())).toBeUndefined()
  expect(client.getQueryData(keys.company())).toEqual({ name: 'Vonk' })
})

describe('somebody else in the same browser', () => {
  /** What user.php answers next. */
  const answers = (user: User | null) => vi.stubGlobal('fetch', async () => Response.json({ user }))

  /** A page that shows the likes of who was here before. */
  function shownTo(user: User | null) {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    client.setQueryData(keys.user(), user)
    client.setQueryData(keys.company(), { name: 'Vonk' })
    client.setQueryData(keys.history('c1'), 'what A wrote')
    client.setQueryData(keys.likes(), 'who likes A')
    const asked = vi.fn(async () => 'who likes B')
    const likes = new QueryObserver(client, { queryKey: keys.likes(), queryFn: asked, staleTime: 60_000 })
    const stop = likes.subscribe(() => undefined)
    return { client, likes, stop }
  }

  it.each([
    ['another member', { ...member, id: 'm9' }],
    ['a visitor', null],
  ])('is not shown what was told to %s', async (_who, old) => {
    const { client, likes, stop } = shownTo(old)
    answers(member)
    await client.fetchQuery({ ...userQuery(), staleTime: 0 })
    expect(client.getQueryData(keys.user())).toEqual(member)
    expect(client.getQueryData(keys.history('c1'))).toBeUndefined()
    expect(likes.getCurrentResult().data).not.toBe('who likes A')
    await vi.waitFor(() => expect(likes.getCurrentResult().data).toBe('who likes B'))
    expect(client.getQueryData(keys.company())).toEqual({ name: 'Vonk' })
    stop()
  })

  it('is nobody else when the same member is asked for again', async () => {
    const { client, stop } = shownTo(member)
    answers({ ...member, credits: 5 })
    await client.fetchQuery({ ...userQuery(), staleTime: 0 })
    expect(client.getQueryData(keys.history('c1'))).toBe('what A wrote')
    expect(client.getQueryData(keys.likes())).toBe('who likes A')
    stop()
  })
})

it('the reminder is for an unconfirmed member whom mail can reach', () => {
  const waiting = { ...member, status: 'not_confirmed', profile: { ...member.profile, status: 'disabled' } }
  expect(needsActivationReminder(waiting)).toBe(true)
  expect(needsActivationReminder({ ...waiting, notifications_disabled: ['bounce'] })).toBe(false)
  expect(needsActivationReminder({ ...waiting, profile: { ...waiting.profile, status: 'active' } })).toBe(false)
  expect(needsActivationReminder({ ...waiting, status: 'active' })).toBe(false)
})
