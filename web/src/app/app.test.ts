import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dequeue, enqueue, type Waiting } from '../shared/modals/queue'
import { linkToken } from '../shared/session/link-token'
import { tracking } from '../shared/tracking/memory'
import { mayReload, reloadOnLostChunks } from './chunk-reload'
import { describeError, isLostConnection } from './error-page'
import { tellPageHidden } from './page-hidden'
import { prepareAddress } from './prepare-address'

describe('a page whose code is gone', () => {
  it('reloads at most once per 60 seconds', () => {
    expect(mayReload(100_000, null)).toBe(true)
    expect(mayReload(100_000, 40_001)).toBe(false)
    expect(mayReload(100_000, 40_000)).toBe(true)
  })

  it('reloads once, and lets the second loss be told', () => {
    const reload = vi.fn()
    reloadOnLostChunks(reload)
    const lose = () => dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
    expect(lose()).toBe(false)
    expect(lose()).toBe(true)
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('the address', () => {
  beforeEach(() => history.replaceState(null, '', '/activate?token=secret&network=n1&keep=1'))
  afterEach(() => history.replaceState(null, '', '/'))

  it('loses token and tracking before anything reads it', () => {
    prepareAddress()
    expect(location.search).toBe('?keep=1')
    expect(linkToken()).toBe('secret')
    expect(tracking()?.network).toBe('n1')
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('n1')
  })
})

it('a page that is put aside says so, as JSON', async () => {
  const sent: [string, Blob][] = []
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { sendBeacon: { value: (to: string, what: Blob) => sent.push([to, what]) } }),
  )
  tellPageHidden()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(sent).toHaveLength(1)
  expect(sent[0]?.[0]).toBe('/api/page-hidden.php')
  expect(sent[0]?.[1].type).toBe('application/json')
  vi.unstubAllGlobals()
})

it('modals wait for one another, each once', () => {
  const warning = { name: 'entry-warning', props: {} } as const
  const signUp = { name: 'sign-up', props: {} } as const
  const queue = [warning, signUp, warning].reduce(enqueue, [] as readonly Waiting[])
  expect(queue.map(({ name }) => name)).toEqual(['entry-warning', 'sign-up'])
  expect(dequeue(queue, warning).map(({ name }) => name)).toEqual(['sign-up'])
})

it('two matches are celebrated one after the other, each once', () => {
  const withMember = (memberId: string) => ({ name: 'match', props: { memberId, kind: 'match' } }) as const
  const [bram, sven] = [withMember('bram'), withMember('sven')]
  const queue = [bram, sven, withMember('bram')].reduce(enqueue, [] as readonly Waiting[])
  expect(queue).toEqual([bram, sven])
  expect(dequeue(queue, bram)).toEqual([sven])
})

it('an error tells its status, 500 when it has none', () => {
  expect(describeError(new Error('broken'))).toEqual({ status: 500, message: 'broken' })
  expect(describeError(Object.assign(new Error('x'), { status: 404 }))).toEqual({ status: 404, message: null })
  expect(describeError('what?')).toEqual({ status: 500, message: null })
})

it('a page that cannot be fetched is told as a lost connection, not as an error of ours', () => {
  const unfetched = new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
  expect(isLostConnection(unfetched, true)).toBe(true)
  expect(isLostConnection(new Error('broken'), false)).toBe(true)
  expect(isLostConnection(new Error('broken'), true)).toBe(false)
  expect(isLostConnection(new TypeError('x is not a function'), true)).toBe(false)
})
