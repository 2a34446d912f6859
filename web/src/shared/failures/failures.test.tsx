import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ErrorInfoSchema } from '../../gen/google/rpc/error_details_pb'
import { PhpError } from '../http/errors'
import { activate } from '../i18n/i18n'
import { LOCALES } from '../i18n/locales'
import { onAuthLost } from '../session/auth-lost'
import { failureOfPhp } from './of-php'
import { failureOfRpc } from './of-rpc'
import { failure, isReason, REASONS } from './reasons'
import { useFailureText } from './text'

const around = ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>
const texts = () => renderHook(useFailureText, { wrapper: around }).result.current

function refused(reason: string, metadata: Record<string, string> = {}, domain = 'vonk') {
  const value = create(ErrorInfoSchema, { reason, domain, metadata })
  return new ConnectError('x', Code.InvalidArgument, undefined, [{ desc: ErrorInfoSchema, value }])
}

describe('what a call failed of', () => {
  it('is the reason word of an RPC, with its numbers', () => {
    expect(failureOfRpc(refused('too_young', { min_age: '21' }))).toEqual(
      failure('too_young', { min_age: '21' }),
    )
  })

  it('is never a word of somebody else', () => {
    expect(failureOfRpc(refused('too_young', {}, 'example.com')).reason).toBe('unknown')
    expect(failureOfRpc(refused('brand_new_reason')).reason).toBe('unknown')
  })

  it('is the network when the server cannot be reached', () => {
    expect(failureOfRpc(new ConnectError('down', Code.Unavailable)).reason).toBe('offline')
    expect(failureOfPhp(new TypeError('Failed to fetch')).reason).toBe('offline')
  })

  it('ends the session when nobody is logged in', () => {
    const heard = vi.fn()
    const stop = onAuthLost(heard)
    expect(failureOfRpc(new ConnectError('who?', Code.Unauthenticated)).reason).toBe('not_logged_in')
    expect(failureOfRpc(refused('not_logged_in')).reason).toBe('not_logged_in')
    expect(heard).toHaveBeenCalledTimes(2)
    stop()
  })

  it('is the word of a PHP answer, else its status', () => {
    expect(failureOfPhp(new PhpError(429, 'login_blocked', { minutes: '30' }))).toEqual(
      failure('login_blocked', { minutes: '30' }),
    )
    expect(failureOfPhp(new PhpError(429, 'slow_down')).reason).toBe('rate_limited')
    expect(failureOfPhp(new PhpError(500, 'unknown')).reason).toBe('unknown')
  })
})

describe('the text of a failure', () => {
  it('exists for every reason in every language', async () => {
    for (const locale of LOCALES) {
      await activate(locale)
      const textOf = texts()
      for (const reason of REASONS)
        expect(textOf(failure(reason)).length, `${locale} ${reason}`).toBeGreaterThan(9)
    }
  })

  it('carries the numbers of the answer', async () => {
    await activate('nl')
    const textOf = texts()
    expect(textOf(failure('too_young', { min_age: '21' }))).toBe('Je moet minstens 21 jaar oud zijn.')
    expect(textOf(failure('password_too_short', { min: '14' }))).toBe('Gebruik minstens 14 tekens.')
    expect(textOf(failure('login_blocked', { minutes: '30' }))).toContain('30 min')
  })

  it('speaks Polish plurals', async () => {
    await activate('pl')
    const textOf = texts()
    const young = (age: number) => textOf(failure('too_young', { min_age: String(age) }))
    expect(young(21)).toContain('21 lat.')
    expect(young(22)).toContain('22 lata.')
    expect(young(18)).toContain('18 lat.')
  })
})

it('every reason word that accounts documents has a text', () => {
  const proto = readFileSync(
    join(import.meta.dirname, '../../../../proto/vonk/accounts/v1/accounts.proto'),
    'utf8',
  )
  const comment = proto.slice(proto.indexOf('Reason words'), proto.indexOf('syntax ='))
  const words = comment.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []
  // Keys of the metadata and what only the operator or other services can meet.
  const others = [
    'min_age',
    'site_unknown',
    'demonstration_refused',
    'id_invalid',
    'role_unknown',
    'note_missing',
    'consent_unknown',
    'consent_ends_with_account',
    'tracking_missing',
  ]
  expect(words.filter(word => !isReason(word) && !others.includes(word))).toEqual([])
  expect(words.length).toBeGreaterThan(20)
})
