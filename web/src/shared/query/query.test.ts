import { InfiniteQueryObserver, MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PhpError } from '../http/errors'
import { setNewsCount, setPageTitle } from '../title/title'
import { badgeText, newsCount, titleWith } from './badges'
import { createQueryClient } from './client'
import { userPollInterval } from './polling'
import { grpcCode, retryDelay, worthRetrying } from './retry'

describe('asking on a clock', () => {
  it('starts 5 s after load, then every 60 s, or 300 s with push', () => {
    expect(userPollInterval(1, false)).toBe(5_000)
    expect(userPollInterval(2, false)).toBe(60_000)
    expect(userPollInterval(2, true)).toBe(300_000)
  })
})

describe('trying again', () => {
  const worth = (failures: number, error: Error) => worthRetrying(failures, error, grpcCode)
  const rpc = (code: number) => Object.assign(new Error('x'), { name: 'ConnectError', code })

  it('happens five times, for the network and for the server’s own failures', () => {
    expect(worth(4, new TypeError('Failed to fetch'))).toBe(true)
    expect(worth(5, new TypeError('Failed to fetch'))).toBe(false)
    expect(worth(0, new PhpError(503, 'unknown'))).toBe(true)
    expect(worth(0, rpc(14))).toBe(true)
  })

  it('never happens for an answer', () => {
    expect(worth(0, new PhpError(403, 'authentication_required'))).toBe(false)
    expect(worth(0, new PhpError(429, 'rate_limited'))).toBe(false)
    expect(worth(0, rpc(5))).toBe(false)
    expect(worth(0, new RangeError('a bug of ours'))).toBe(false)
  })

  it('waits twice as long each time', () => {
    expect([0, 1, 2, 3, 4].map(retryDelay)).toEqual([500, 1_000, 2_000, 4_000, 8_000])
    expect(retryDelay(20)).toBe(30_000)
  })
})

describe('without a network', () => {
  afterEach(() => onlineManager.setOnline(true))

  it('a call that changes something fails at once, and may be made again', async () => {
    onlineManager.setOnline(false)
    const tries: string[] = []
    const save = new MutationObserver(createQueryClient(), {
      mutationFn: async (text: string) => {
        tries.push(text)
        if (!onlineManager.isOnline()) throw new TypeError('Failed to fetch')
        return text
      },
    })
    await expect(save.mutate('kept')).rejects.toThrow('Failed to fetch')
    expect(save.getCurrentResult()).toMatchObject({ isPending: false, isPaused: false, isError: true })
    onlineManager.setOnline(true)
    await expect(save.mutate('kept')).resolves.toBe('kept')
    expect(tries).toEqual(['kept', 'kept'])
  })
})

describe('an answer that was on its way when something newer became known', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A server whose answers take 100 ms and tell what was known when they were asked for. */
  function shown() {
    const client = createQueryClient()
    const server = { knows: 'old', asked: 0 }
    const observer = new QueryObserver(client, {
      queryKey: ['chats'],
      staleTime: 30_000,
      queryFn: async () => {
        server.asked += 1
        const { knows } = server
        await new Promise(resolve => setTimeout(resolve, 100))
        return knows
      },
    })
    const seen: unknown[] = []
    const stop = observer.subscribe(({ data }) => seen.at(-1) !== data && seen.push(data))
    return { client, server, observer, seen, stop }
  }

  it('is asked for once more when it was the first one', async () => {
    const { client, server, observer, stop } = shown()
    await vi.advanceTimersByTimeAsync(50)
    server.knows = 'new'
    void client.invalidateQueries({ queryKey: ['chats'] })
    await vi.advanceTimersByTimeAsync(60)
    expect(observer.getCurrentResult().data).toBe('old')
    await vi.advanceTimersByTimeAsync(200)
    expect(observer.getCurrentResult().data).toBe('new')
    expect(server.asked).toBe(2)
    stop()
  })

  it('does not take away what the live stream has put in meanwhile', async () => {
    const { client, server, observer, seen, stop } = shown()
    await vi.advanceTimersByTimeAsync(150)
    void observer.refetch()
    await vi.advanceTimersByTimeAsync(50)
    server.knows = 'new'
    client.setQueryData(['chats'], 'new')
    await vi.advanceTimersByTimeAsync(300)
    expect(seen).toEqual(['old', 'new'])
    expect(server.asked).toBe(3)
    stop()
  })

  it('is old for who comes back, when nobody was looking any more', async () => {
    const { client, server, observer, stop } = shown()
    await vi.advanceTimersByTimeAsync(50)
    stop()
    server.knows = 'new'
    void client.invalidateQueries({ queryKey: ['chats'] })
    await vi.advanceTimersByTimeAsync(200)
    const again = observer.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(200)
    expect(observer.getCurrentResult().data).toBe('new')
    again()
  })

  it('is asked for again after the next page of a list, which took its place', async () => {
    const client = createQueryClient()
    let known = 'old'
    const list = new InfiniteQueryObserver(client, {
      queryKey: ['list'],
      initialPageParam: 1,
      getNextPageParam: (_last, pages) => pages.length + 1,
      queryFn: async ({ pageParam }) => {
        const text = `${known} ${pageParam}`
        await new Promise(resolve => setTimeout(resolve, 100))
        return text
      },
    })
    const stop = list.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(150)
    known = 'new'
    void client.invalidateQueries({ queryKey: ['list'] })
    void list.fetchNextPage()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(list.getCurrentResult().data?.pages).toEqual(['new 1', 'new 2'])
    stop()
  })
})

describe('news', () => {
  it('is unread messages and new likes together', () => {
    const likes = [{ like_new: true }, { like_new: false }, { like_new: true }]
    expect(newsCount([{ num_unread_messages: 3 }, { num_unread_messages: 0 }], likes)).toBe(5)
  })

  it('stands in brackets before the title only when there is some', () => {
    expect(titleWith(5, 'Vonk')).toBe('(5) Vonk')
    expect(titleWith(0, 'Vonk')).toBe('Vonk')
    setPageTitle('Profile')
    setNewsCount(2)
    expect(document.title).toBe('(2) Profile')
    setPageTitle('Home')
    expect(document.title).toBe('(2) Home')
    setNewsCount(0)
    expect(document.title).toBe('Home')
  })

  it('is 99+ above 99', () => {
    expect(badgeText(99)).toBe('99')
    expect(badgeText(100)).toBe('99+')
  })
})
