import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import type { Item } from './item'
import { closeOutbox, openOutbox } from './open'
import { memoryStore, type OutboxStore } from './store'

const sent: string[] = []
vi.mock('../api/send', () => ({
  send: async ({ content }: Item) => void sent.push(content.kind === 'text' ? content.text : content.kind),
}))
let store: OutboxStore
vi.mock('./store', async importActual => ({
  ...(await importActual<typeof import('./store')>()),
  outboxStore: () => store,
}))

afterEach(closeOutbox)

it('takes a message at once, and lets what an earlier visit left go first', async () => {
  const left: Item = {
    id: 'left',
    member: 'me',
    peer: 'anna',
    at: 1_000,
    queuedAt: 1_000,
    content: { kind: 'text', text: 'left' },
    failure: null,
  }
  const stored = memoryStore([left])
  let answer: () => void = () => undefined
  const slow = new Promise<void>(resolve => {
    answer = resolve
  })
  store = { ...stored, all: async member => slow.then(() => stored.all(member)) }
  const outbox = openOutbox(new QueryClient(), 'me')
  outbox.post('anna', { kind: 'text', text: 'new' })
  expect(outbox.queue().items).toHaveLength(1)
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(sent).toEqual([])
  answer()
  await vi.waitFor(() => expect(sent).toEqual(['left', 'new']))
})
