import { create } from '@bufbuild/protobuf'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type WatchResponse, WatchResponseSchema } from '../gen/vonk/live/v1/live_pb'
import { keys } from '../shared/query/keys'
import { startLive } from './start'

let hear: (event: WatchResponse) => void
vi.mock('./leader', () => ({
  listen: ({ heard }: { heard: (event: WatchResponse) => void }) => {
    hear = heard
    return () => {}
  },
}))

const started = (resync: boolean) =>
  create(WatchResponseSchema, { what: { case: 'started', value: { resync } } })

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('asks again only once when the stream begins with a gap', async () => {
  const client = new QueryClient()
  const fetched = vi.fn(async () => 'answer')
  const shown = new QueryObserver(client, { queryKey: keys.money(), queryFn: fetched })
  const leave = shown.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(10)
  const stop = startLive({ client, me: 'me', onMatch: () => {} })
  hear(started(true))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(fetched).toHaveBeenCalledTimes(2)
  stop()
  leave()
})

it('asks again for what a page fetched before its stream, and after a gap in a while', async () => {
  const client = new QueryClient()
  const fetched = vi.fn(async () => 'answer')
  const shown = new QueryObserver(client, { queryKey: keys.money(), queryFn: fetched })
  const leave = shown.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(10)
  expect(fetched).toHaveBeenCalledTimes(1)
  const stop = startLive({ client, me: 'me', onMatch: () => {} })
  hear(started(false))
  await vi.advanceTimersByTimeAsync(10)
  expect(fetched).toHaveBeenCalledTimes(2)
  hear(started(false))
  await vi.advanceTimersByTimeAsync(6_000)
  expect(fetched).toHaveBeenCalledTimes(2)
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  hear(started(true))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(fetched).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fetched).toHaveBeenCalledTimes(3)
  stop()
  leave()
})
