import { createRouterTransport } from '@connectrpc/connect'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ChatService } from '../../gen/vonk/chat/v1/chat_pb'
import { keys } from '../query/keys'
import { replaceTransport } from '../rpc/transport'
import type { History } from './history'
import { jumpToLatest, loadEarlier } from './pages'

const LAST = 600

/** A conversation of 600 messages; an answer about old ones waits until it is let go. */
function backEnd() {
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  replaceTransport(
    createRouterTransport(({ service }) =>
      service(ChatService, {
        listMessages: async ({ sequence, limit }) => {
          const before = sequence === 0n ? LAST + 1 : Number(sequence)
          if (sequence !== 0n) await held
          const messages = Array.from({ length: limit }, (_, at) => ({
            id: `m${before - limit + at}`,
            conversationId: 'c1',
            senderId: 'bram',
            sequence: BigInt(before - limit + at),
            content: { case: 'text' as const, value: 'x' },
          }))
          return { messages, more: true }
        },
      }),
    ),
  )
  return letGo
}

const numbers = (client: QueryClient) =>
  client.getQueryData<History>(keys.history('c1'))?.messages.map(({ sequence }) => sequence)

it('a page of old messages that comes after a jump to the newest leaves no gap before them', async () => {
  const letGo = backEnd()
  const client = new QueryClient()
  const said = { kind: 'text' as const, text: 'x' }
  const old = { id: 'm100', conversation: 'c1', sender: 'bram', sequence: 100, at: 0, said }
  client.setQueryData<History>(keys.history('c1'), { messages: [old], earlier: true, later: true })
  const earlier = loadEarlier(client, 'c1')
  await jumpToLatest(client, 'c1')
  letGo()
  await earlier
  expect(numbers(client)?.[0]).toBe(551)
  expect(numbers(client)?.length).toBe(50)
  await loadEarlier(client, 'c1')
  expect(numbers(client)?.[0]).toBe(501)
})
