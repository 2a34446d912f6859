import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { timestampFromMs } from '@bufbuild/protobuf/wkt'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { WatchResponseSchema } from '../gen/vonk/live/v1/live_pb'
import type { ChatLine, Chats } from '../shared/chats/chats'
import type { Conversation } from '../shared/chats/conversation'
import type { History } from '../shared/chats/history'
import type { Likes } from '../shared/people/likes'
import type { Person } from '../shared/people/person'
import { keys } from '../shared/query/keys'
import { applyEvent, TYPING_FOR, type Wish } from './apply-event'

const ME = 'me'
const ANNA = 'anna'
const NOON = Date.UTC(2026, 10, 20, 12)

const person = (id: string): Person => ({
  id,
  name: id,
  fictional: false,
  age: 34,
  country: 'NL',
  region: '',
  city: '',
  photo: null,
  online: true,
  distanceKm: null,
  gender: null,
})

const line = (id: string, peer: string, unread = 0): ChatLine => ({
  id,
  at: NOON,
  last: { id: `${id}-1`, sender_id: peer, kind: 'text', text: 'one' },
  readOnly: false,
  person: person(peer),
  num_unread_messages: unread,
})

const conversation: Conversation = {
  id: 'c',
  peer: ANNA,
  last: 1,
  read: 1,
  peerRead: 0,
  unread: 0,
  readOnly: false,
  textPrice: 0,
  photoPrice: 20,
  freeLeft: 3,
}

const history: History = {
  messages: [
    {
      id: 'c-1',
      conversation: 'c',
      sender: ANNA,
      sequence: 1,
      at: NOON,
      said: { kind: 'text', text: 'one' },
    },
  ],
  earlier: false,
  later: false,
}

type What = MessageInitShape<typeof WatchResponseSchema>['what']

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(keys.chats(), { chats: [line('d', 'bram'), line('c', ANNA)] })
  client.setQueryData(keys.conversation(ANNA), conversation)
  client.setQueryData(keys.history('c'), history)
  const entry = { ...person(ANNA), like_new: true }
  client.setQueryData(keys.likes(), { profiles: [], liked_by: [entry, { ...person('bram'), like_new: true }] })
})

const happens = (what: What): Wish[] =>
  applyEvent(
    { client, me: ME, now: NOON },
    create(WatchResponseSchema, { what: what ?? { case: undefined } }).what,
  )

const sent = (
  sequence: number,
  { from = ANNA, in: id = 'c', peer = ANNA, at = NOON + sequence * 1_000 } = {},
) =>
  happens({
    case: 'messageSent',
    value: {
      peerId: peer,
      message: {
        id: `${id}-${sequence}`,
        conversationId: id,
        senderId: from,
        sequence: BigInt(sequence),
        sentAt: timestampFromMs(at),
        content: { case: 'text', value: `text ${sequence}` },
      },
    },
  })

const chats = () => client.getQueryData<Chats>(keys.chats())?.chats ?? []
const shown = () => client.getQueryData<History>(keys.history('c'))?.messages.map(({ sequence }) => sequence)
const held = () => client.getQueryData<Conversation>(keys.conversation(ANNA))
const likes = () => client.getQueryData<Likes>(keys.likes())

describe('a message', () => {
  it('is there, counts as unread, and brings its conversation to the top', () => {
    expect(sent(2)).toEqual([])
    expect(shown()).toEqual([1, 2])
    expect(chats().map(({ id }) => id)).toEqual(['c', 'd'])
    expect(chats()[0]).toMatchObject({ num_unread_messages: 1, last: { text: 'text 2' } })
    expect(held()).toMatchObject({ last: 2, unread: 1 })
  })

  it('that comes twice counts once', () => {
    sent(2)
    sent(2)
    expect(shown()).toEqual([1, 2])
    expect(chats()[0]?.num_unread_messages).toBe(1)
    expect(held()?.unread).toBe(1)
  })

  it('that is older than what is known changes nothing', () => {
    sent(2)
    sent(3)
    sent(2)
    expect(chats()[0]).toMatchObject({ num_unread_messages: 2, last: { text: 'text 3' } })
    expect(shown()).toEqual([1, 2, 3])
  })

  it('of the member, from another device, is no news, and its price is asked for', () => {
    const wishes = sent(2, { from: ME })
    expect(chats()[0]?.num_unread_messages).toBe(0)
    expect(held()?.unread).toBe(0)
    expect(wishes).toEqual([{ kind: 'ask', key: keys.conversation(ANNA) }])
  })

  it('after a gap is asked for together with what is missing', () => {
    expect(sent(5)).toContainEqual({ kind: 'catch-up', conversation: 'c' })
    expect(shown()).toEqual([1])
    expect(chats()[0]?.last?.text).toBe('text 5')
  })

  it('waits while the newest page is not loaded', () => {
    client.setQueryData(keys.history('c'), { ...history, later: true })
    expect(sent(9)).toEqual([])
    expect(shown()).toEqual([1])
  })

  it('of a conversation that is not listed lets the list be asked for', () => {
    const wishes = sent(1, { in: 'new', peer: 'cleo', from: 'cleo' })
    expect(wishes).toEqual([{ kind: 'ask', key: keys.chats() }])
    expect(chats()).toHaveLength(2)
  })

  it('ends the typing of who wrote it', () => {
    happens({ case: 'typing', value: { conversationId: 'c', memberId: ANNA } })
    expect(client.getQueryData(keys.typing(ANNA))).toBe(NOON + TYPING_FOR)
    sent(2)
    expect(client.getQueryData(keys.typing(ANNA))).toBe(0)
  })
})

describe('a read mark', () => {
  const read = (readerId: string, sequence: number) =>
    happens({
      case: 'conversationRead',
      value: { conversationId: 'c', readerId, sequence: BigInt(sequence) },
    })

  it('of the other one only moves on', () => {
    read(ANNA, 3)
    read(ANNA, 2)
    expect(held()?.peerRead).toBe(3)
  })

  it('of the member, made elsewhere, takes the unread number away', () => {
    sent(2)
    sent(3)
    expect(read(ME, 3)).toEqual([])
    expect(chats()[0]?.num_unread_messages).toBe(0)
    expect(held()).toMatchObject({ read: 3, unread: 0 })
  })

  it('half way leaves what comes after it', () => {
    sent(2)
    sent(3)
    read(ME, 2)
    expect(chats()[0]?.num_unread_messages).toBe(1)
  })

  it('of a conversation whose messages are not there lets the list be asked for', () => {
    client.removeQueries({ queryKey: keys.history('c') })
    sent(2)
    sent(3)
    expect(read(ME, 2)).toEqual([{ kind: 'ask', key: keys.chats() }])
  })
})

it('a removed conversation is gone from the list, with its messages', () => {
  const wishes = happens({ case: 'conversationRemoved', value: { conversationId: 'c' } })
  expect(chats().map(({ id }) => id)).toEqual(['d'])
  expect(shown()).toBeUndefined()
  expect(wishes).toEqual([{ kind: 'ask', key: keys.conversation(ANNA) }])
})

describe('a like', () => {
  it('is asked for', () => {
    expect(happens({ case: 'likeMade', value: { memberId: 'cleo' } })).toContainEqual({
      kind: 'ask',
      key: keys.likes(),
    })
  })

  it('that was seen elsewhere is new no more', () => {
    happens({ case: 'likeSeen', value: { memberId: ANNA } })
    expect(likes()?.liked_by.map(({ id, like_new }) => [id, like_new])).toEqual([
      [ANNA, false],
      ['bram', true],
    ])
  })

  it('that was taken back is gone', () => {
    happens({ case: 'likeWithdrawn', value: { memberId: ANNA } })
    expect(likes()?.liked_by.map(({ id }) => id)).toEqual(['bram'])
  })

  it('both ways is celebrated', () => {
    expect(happens({ case: 'matchMade', value: { memberId: ANNA } })).toContainEqual({
      kind: 'match',
      member: ANNA,
    })
  })
})

it('everything of somebody whose relation changed is gone at once, and asked for anew', () => {
  client.setQueryData(keys.profile(ANNA), { person: person(ANNA) })
  sent(2)
  const stop = new QueryObserver(client, {
    queryKey: keys.conversation(ANNA),
    queryFn: () => conversation,
    staleTime: 60_000,
  }).subscribe(() => undefined)
  const wishes = happens({ case: 'relationChanged', value: { memberId: ANNA } })
  expect(likes()?.liked_by.map(({ id }) => id)).toEqual(['bram'])
  expect(held()?.readOnly).toBe(true)
  expect(chats().find(({ id }) => id === 'c')).toMatchObject({
    num_unread_messages: 0,
    person: { photo: null, online: false },
  })
  expect(client.getQueryData(keys.profile(ANNA))).toBeUndefined()
  for (const key of [keys.chats(), keys.likes(), keys.conversation(ANNA), keys.people()]) {
    expect(wishes).toContainEqual({ kind: 'ask', key })
  }
  stop()
})

it('a conversation that nobody looks at is not shown as closed to who comes back to it', () => {
  happens({ case: 'relationChanged', value: { memberId: ANNA } })
  expect(held()).toBeUndefined()
})

it('credits and orders are asked for', () => {
  const asked = (what: What) => happens(what).map(wish => (wish.kind === 'ask' ? wish.key : null))
  expect(asked({ case: 'walletChanged', value: {} })).toContainEqual(keys.user())
  expect(asked({ case: 'walletChanged', value: {} })).toContainEqual(keys.conversations())
  expect(asked({ case: 'orderChanged', value: { orderId: 'o' } })).toContainEqual(keys.money())
})

it('after a gap everything is asked for, after none nothing', () => {
  expect(happens({ case: 'started', value: { resync: true } })).toEqual([{ kind: 'ask-everything' }])
  expect(happens({ case: 'started', value: { resync: false } })).toEqual([])
  expect(happens({ case: 'alive', value: {} })).toEqual([])
})

it('an event without any of this in the caches does no harm', () => {
  client.clear()
  expect(sent(2)).toEqual([{ kind: 'ask', key: keys.chats() }])
  expect(happens({ case: 'relationChanged', value: { memberId: ANNA } }).length).toBeGreaterThan(0)
  happens({ case: 'conversationRead', value: { conversationId: 'c', readerId: ME, sequence: 2n } })
  happens({ case: 'conversationRemoved', value: { conversationId: 'c' } })
  expect(client.getQueryData(keys.chats())).toBeUndefined()
})
