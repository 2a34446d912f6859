import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '../../shared/chats/message'
import type { Item } from './outbox/item'
import { type Row, rowsOf } from './rows'

const NOON = new Date(2026, 10, 20, 12).getTime()
const MINUTE = 60_000

const message = (sequence: number, sender: string, at: number): ChatMessage => ({
  id: `m${sequence}`,
  conversation: 'c',
  sender,
  sequence,
  at,
  said: { kind: 'text', text: 'x' },
})

const item = (id: string, at: number): Item => ({
  id,
  member: 'me',
  peer: 'anna',
  at,
  queuedAt: at,
  content: { kind: 'text', text: 'x' },
  failure: null,
})

const shown = { messages: [], waiting: [], me: 'me', earlier: false, readUpTo: null, typing: false }
const kinds = (rows: Row[]) => rows.map(({ kind }) => kind)

describe('the lines of a conversation', () => {
  it('name each day once', () => {
    const messages = [
      message(1, 'me', NOON - 2 * 86_400_000),
      message(2, 'anna', NOON - 2 * 86_400_000 + MINUTE),
      message(3, 'anna', NOON),
    ]
    expect(kinds(rowsOf({ ...shown, messages }))).toEqual([
      'edge',
      'day',
      'message',
      'message',
      'day',
      'message',
    ])
  })

  it('put what one says within minutes together', () => {
    const messages = [
      message(1, 'anna', NOON),
      message(2, 'anna', NOON + MINUTE),
      message(3, 'me', NOON + 2 * MINUTE),
      message(4, 'me', NOON + 20 * MINUTE),
    ]
    const places = rowsOf({ ...shown, messages }).flatMap(row =>
      row.kind === 'message' ? [[row.first, row.last]] : [],
    )
    expect(places).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
    ])
  })

  it('draw the line before the first message of the other that was not read', () => {
    const messages = [message(1, 'anna', NOON), message(2, 'me', NOON), message(3, 'anna', NOON)]
    const rows = rowsOf({ ...shown, messages, readUpTo: 1 })
    expect(kinds(rows)).toEqual(['edge', 'day', 'message', 'message', 'unread', 'message'])
    expect(kinds(rowsOf({ ...shown, messages, readUpTo: 3 }))).not.toContain('unread')
  })

  it('draw no line above what was answered', () => {
    const messages = [message(1, 'anna', NOON), message(2, 'anna', NOON), message(3, 'me', NOON)]
    expect(kinds(rowsOf({ ...shown, messages, readUpTo: 0 }))).not.toContain('unread')
    const more = [...messages, message(4, 'anna', NOON)]
    const rows = rowsOf({ ...shown, messages: more, readUpTo: 0 })
    expect(kinds(rows)).toEqual(['edge', 'day', 'message', 'message', 'message', 'unread', 'message'])
  })

  it('show what waits behind what was sent, and a message never twice', () => {
    const messages = [message(1, 'me', NOON)]
    const waiting = [item('m1', NOON), item('m2', NOON + 1)]
    const rows = rowsOf({ ...shown, messages, waiting, typing: true })
    expect(kinds(rows)).toEqual(['edge', 'day', 'message', 'waiting', 'typing'])
    expect(rows.map(({ key }) => key).filter(key => key === 'm1')).toHaveLength(1)
  })

  it('keep the key of a message that was sent meanwhile', () => {
    const before = rowsOf({ ...shown, waiting: [item('m1', NOON)] })
    const after = rowsOf({ ...shown, messages: [message(1, 'me', NOON + 200)] })
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
  })
})
