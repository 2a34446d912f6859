import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { onAuthLost } from '../session/auth-lost'
import { PhpError } from './errors'
import { PATIENCE, php } from './php'

const server = setupServer()
beforeAll(() => server.listen())
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const refused = { error: { code: 'authentication_required' }, authentication_required: true }

describe('a call to /api/*.php', () => {
  it('marks only user.php as the client it is', async () => {
    const types: (string | null)[] = []
    server.use(
      http.get('*/api/:file', ({ request }) => {
        types.push(request.headers.get('X-Request-Type'))
        return HttpResponse.json({})
      }),
    )
    await php('user.php', v.object({}))
    await php('companyinfo.php', v.object({}))
    expect(types).toEqual(['client', null])
  })

  it('ends the session on a 403 that asks for a login, except on user.php', async () => {
    server.use(http.get('*/api/:file', () => HttpResponse.json(refused, { status: 403 })))
    const heard = vi.fn()
    const stop = onAuthLost(heard)
    await expect(php('user.php', v.object({}))).rejects.toBeInstanceOf(PhpError)
    expect(heard).not.toHaveBeenCalled()
    await expect(php('companyinfo.php', v.object({}))).rejects.toBeInstanceOf(PhpError)
    expect(heard).toHaveBeenCalledOnce()
    stop()
  })

  it('reads code and minutes of an error, and survives one that is no document', async () => {
    const blocked = { error: { code: 'login_blocked', minutes: 15 } }
    server.use(http.post('*/api/user.php', () => HttpResponse.json(blocked, { status: 429 }), { once: true }))
    const call = () => php('user.php', v.object({}), { method: 'POST', body: {} })
    await expect(call()).rejects.toMatchObject({
      status: 429,
      code: 'login_blocked',
      details: { minutes: '15' },
    })
    server.use(http.post('*/api/user.php', () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })))
    await expect(call()).rejects.toMatchObject({ status: 502, code: 'unknown' })
  })

  it('that changes something goes on when the page is left, one that asks does not', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({}))
    await php('chat.php', v.object({}), { method: 'DELETE', body: {} })
    await php('chats.php', v.object({}))
    expect(fetched.mock.calls.map(([, init]) => init?.keepalive)).toEqual([true, false])
  })

  it('refuses an answer of another shape', async () => {
    server.use(http.get('*/api/companyinfo.php', () => HttpResponse.json({ name: 3 })))
    await expect(php('companyinfo.php', v.object({ name: v.string() }))).rejects.toBeInstanceOf(v.ValiError)
  })
})

describe('a server that does not answer', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** Keeps every call waiting until it is given up. */
  const silent = () => {
    vi.useFakeTimers()
    vi.stubGlobal(
      'fetch',
      (_address: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    )
  }

  it('is a lost connection after a while, and not before', async () => {
    silent()
    const failed = vi.fn()
    const call = php('likes.php', v.object({})).catch(failed)
    await vi.advanceTimersByTimeAsync(PATIENCE - 1)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await call
    expect(failed.mock.calls[0]?.[0]).toBeInstanceOf(TypeError)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is given up at once when its caller does', async () => {
    silent()
    const caller = new AbortController()
    const call = php('likes.php', v.object({}), { signal: caller.signal })
    caller.abort(new DOMException('left', 'AbortError'))
    await expect(call).rejects.toThrow('left')
    expect(vi.getTimerCount()).toBe(0)
  })
})
