import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ChatService, type MarkReadRequest } from '../../../gen/vonk/chat/v1/chat_pb'
import type { Chats } from '../../../shared/chats/chats'
import type { Conversation } from '../../../shared/chats/conversation'
import type { History } from '../../../shared/chats/history'
import { keys } from '../../../shared/query/keys'
import { replaceTransport } from '../../../shared/rpc/transport'
import { somebody } from '../../../testing/people'
import { useReadMark } from './use-read-mark'

const conversation: Conversation = {
  ...{ id: 'c1', peer: 'bram', last: 3, read: 0, peerRead: 0, unread: 3 },
  ...{ readOnly: false, textPrice: 0, photoPrice: 0, freeLeft: 5 },
}

const message = (sequence: number) => ({
  ...{ id: `m${sequence}`, conversation: 'c1', sender: 'bram', sequence, at: sequence },
  said: { kind: 'text' as const, text: 'x' },
})

const chats = (unread: number): Chats => ({
  chats: [
    {
      id: 'c1',
      at: 3,
      last: null,
      readOnly: false,
      person: somebody({ id: 'bram' }),
      num_unread_messages: unread,
    },
  ],
})

beforeEach(() => void vi.spyOn(document, 'hasFocus').mockReturnValue(true))

/** A reader of three unread messages; the answer to a mark waits until it is let go. */
function reader() {
  const told: MarkReadRequest[] = []
  let answer = (_error?: ConnectError) => {}
  replaceTransport(
    createRouterTransport(({ service }) =>
      service(ChatService, {
        markRead: request => {
          told.push(request)
          return new Promise((resolve, reject) => {
            answer = error => (error ? reject(error) : resolve({}))
          })
        },
      }),
    ),
  )
  const client = new QueryClient()
  client.setQueryData(keys.chats(), chats(3))
  client.setQueryData(keys.conversation('bram'), conversation)
  const history: History = { messages: [1, 2, 3].map(message), earlier: false, later: false }
  client.setQueryData(keys.history('c1'), history)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result, unmount } = renderHook(() => useReadMark(conversation, 'anna'), { wrapper })
  const unread = () => client.getQueryData<Chats>(keys.chats())?.chats[0]?.num_unread_messages
  return {
    client,
    mark: result.current,
    unmount,
    told,
    unread,
    answer: (error?: ConnectError) => answer(error),
  }
}

it('messages that are seen together are told at once, and what is left is counted', async () => {
  const { mark, told, unread } = reader()
  mark(1)
  mark(2)
  await vi.waitFor(() => expect(told.map(({ sequence }) => Number(sequence))).toEqual([2]))
  expect(unread()).toBe(1)
})

it('who leaves at once has read it all the same', async () => {
  const { mark, unmount, told, unread } = reader()
  mark(3)
  unmount()
  expect(unread()).toBe(0)
  await vi.waitFor(() => expect(told).toHaveLength(1))
})

it('so has who closes the page', async () => {
  const { mark, told, unread } = reader()
  mark(3)
  dispatchEvent(new Event('pagehide'))
  expect(unread()).toBe(0)
  await vi.waitFor(() => expect(told).toHaveLength(1))
})

it('an overview that was on its way does not bring the number back', async () => {
  const { client, mark, told, unread, answer } = reader()
  mark(3)
  await vi.waitFor(() => expect(told).toHaveLength(1))
  client.setQueryData(keys.chats(), chats(3))
  expect(unread()).toBe(3)
  answer()
  await vi.waitFor(() => expect(unread()).toBe(0))
})

it('a mark that was lost is told again', async () => {
  const { mark, told, answer } = reader()
  mark(3)
  await vi.waitFor(() => expect(told).toHaveLength(1))
  answer(new ConnectError('away', Code.Unavailable))
  await vi.waitFor(() => {
    mark(3)
    expect(told).toHaveLength(2)
  })
})
