import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { member } from '../../testing/fixtures'
import { safeNext } from '../paths'
import { keys } from '../query/keys'
import { forgetMember } from './forget'
import { stripToken } from './link-token'
import { needsActivationReminder } from './reminder'

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

it('after a login nobody is led to another site', () => {
  expect(safeNext('/profile')).toBe('/profile')
  for (const next of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    null,
  ]) {
    expect(safeNext(next)).toBe('/members')
  }
})

it('leaving forgets everything of the member, and keeps what is everybody’s', () => {
  const client = new QueryClient()
  client.setQueryData(keys.user(), member)
  client.setQueryData(keys.account(), { email: 'me@b.example' })
  client.setQueryData(keys.sessions(), [])
  client.setQueryData(keys.company(), { name: 'Vonk' })
  forgetMember(client)
  expect(client.getQueryData(keys.user())).toBeNull()
  expect(client.getQueryData(keys.account())).toBeUndefined()
  expect(client.getQueryData(keys.sessions())).toBeUndefined()
  expect(client.getQueryData(keys.company())).toEqual({ name: 'Vonk' })
})

it('the reminder is for an unconfirmed member whom mail can reach', () => {
  const waiting = { ...member, status: 'not_confirmed', profile: { ...member.profile, status: 'disabled' } }
  expect(needsActivationReminder(waiting)).toBe(true)
  expect(needsActivationReminder({ ...waiting, notifications_disabled: ['bounce'] })).toBe(false)
  expect(needsActivationReminder({ ...waiting, profile: { ...waiting.profile, status: 'active' } })).toBe(false)
  expect(needsActivationReminder({ ...waiting, status: 'active' })).toBe(false)
})
