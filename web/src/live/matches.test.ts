import { create } from '@bufbuild/protobuf'
import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { ErrorInfoSchema } from '../gen/google/rpc/error_details_pb'
import { MatchingService } from '../gen/vonk/matching/v1/matching_pb'
import { replaceTransport } from '../shared/rpc/transport'
import { tellMatches } from './matches'

const both = { liked: true, likesMe: true, matched: true, blocked: false }

let stop = () => {}
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

function look(visible: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

/** A page of a member; `relation` is how they stand when it is asked. */
function page(relation: () => typeof both = () => both) {
  const asked = vi.fn(relation)
  replaceTransport(
    createRouterTransport(({ service }) => service(MatchingService, { getRelation: () => asked() })),
  )
  const told = vi.fn()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const matches = tellMatches({ client, onMatch: told })
  stop = matches.stop
  return { ...matches, told, asked }
}

it('a match is told at once where somebody is looking', () => {
  const { hear, told } = page()
  look(true)
  hear('bram')
  expect(told).toHaveBeenCalledWith('bram', expect.any(Number))
})

it('a match that nobody saw is told when somebody looks again, once, with the time it was made', async () => {
  const { hear, told } = page()
  look(false)
  const made = Date.now()
  hear('bram')
  hear('sven')
  expect(told).not.toHaveBeenCalled()
  look(true)
  await vi.waitFor(() => expect(told.mock.calls.map(([member]) => member)).toEqual(['bram', 'sven']))
  expect(told.mock.calls[0]?.[1]).toBeLessThan(made + 1_000)
  look(false)
  look(true)
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(told).toHaveBeenCalledTimes(2)
})

it('what is no match any more is not told', async () => {
  const value = create(ErrorInfoSchema, { reason: 'member_unknown', domain: 'vonk' })
  const gone = () => {
    throw new ConnectError('gone', Code.NotFound, undefined, [{ desc: ErrorInfoSchema, value }])
  }
  for (const relation of [() => ({ ...both, matched: false }), () => ({ ...both, blocked: true }), gone]) {
    const { hear, told, asked } = page(relation)
    look(false)
    hear('bram')
    look(true)
    await vi.waitFor(() => expect(asked).toHaveBeenCalled())
    await new Promise(resolve => setTimeout(resolve, 20))
    look(true)
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(told).not.toHaveBeenCalled()
    expect(asked).toHaveBeenCalledOnce()
    stop()
  }
})

it('a match that could not be asked about is told at the next look', async () => {
  let away = true
  const { hear, told, asked } = page(() => {
    if (away) throw new ConnectError('away', Code.Unavailable)
    return both
  })
  look(false)
  hear('bram')
  look(true)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
  await new Promise(resolve => setTimeout(resolve, 20))
  away = false
  look(false)
  look(true)
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
})

it('a page that was put away tells of it when it is loaded again', async () => {
  const { hear } = page()
  look(false)
  hear('bram')
  stop()
  vi.restoreAllMocks()
  const { told } = page()
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith('bram', expect.any(Number)))
})
