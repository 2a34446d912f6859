import { expect, it, vi } from 'vitest'
import { chat } from './chat'
import { live } from './live'
import { profiles } from './profiles'

it('a call that changes something goes on when the page is left, one that asks does not', async () => {
  const went = new Map<string, boolean | undefined>()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, options) => {
    went.set(String(address).split('/').pop() ?? '', options?.keepalive)
    throw new TypeError('no network')
  })
  const calls = [
    chat.sendMessage({}),
    chat.markRead({}),
    profiles.orderPhotos({}),
    chat.getConversation({}),
    chat.listMessages({}),
    profiles.search({}),
  ]
  await Promise.allSettled(calls)
  await expect(live.watch({})[Symbol.asyncIterator]().next()).rejects.toThrow()
  expect(Object.fromEntries(went)).toEqual({
    SendMessage: true,
    MarkRead: true,
    OrderPhotos: true,
    GetConversation: false,
    ListMessages: false,
    Search: false,
    Watch: false,
  })
})
