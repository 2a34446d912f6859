import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearShell, keepShell, navigate } from './shell'

const html = (text: string) => new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } })

let kept: Map<string, Response>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('caches', {
    open: async () => ({ put: async (key: string, answer: Response) => void kept.set(key, answer) }),
    match: async (key: string) => kept.get(key)?.clone(),
    delete: async () => kept.clear(),
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const deep = () => new Request('http://localhost:8080/profile')

it('a page comes fresh and is kept', async () => {
  vi.stubGlobal('fetch', async () => html('fresh'))
  expect(await (await navigate(deep())).text()).toBe('fresh')
  expect(await kept.get('/')?.text()).toBe('fresh')
})

it('without a network the kept page answers any address', async () => {
  kept.set('/', html('kept'))
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')))
  expect(await (await navigate(deep())).text()).toBe('kept')
})

it('a network slower than 3 seconds is not waited for', async () => {
  vi.useFakeTimers()
  kept.set('/', html('kept'))
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const answer = navigate(deep())
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await (await answer).text()).toBe('kept')
})

it('an error page is never kept', async () => {
  vi.stubGlobal(
    'fetch',
    async () => new Response('broken', { status: 503, headers: { 'content-type': 'text/html' } }),
  )
  await navigate(deep())
  expect(kept.size).toBe(0)
})

it('leaving clears it', async () => {
  vi.stubGlobal('fetch', async () => html('fresh'))
  await keepShell()
  expect(kept.size).toBe(1)
  await clearShell()
  expect(kept.size).toBe(0)
})
