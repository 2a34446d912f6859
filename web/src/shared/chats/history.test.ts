import { describe, expect, it } from 'vitest'
import { EMPTY, type History, unreadAfter, withEarlier, withLater, withMessage } from './history'
import type { ChatMessage } from './message'

const message = (sequence: number, sender = 'anna'): ChatMessage => ({
  id: `m${sequence}`,
  conversation: 'c',
  sender,
  sequence,
  at: sequence,
  said: { kind: 'text', text: 'x' },
})

const stretch = (from: number, to: number): History => ({
  messages: Array.from({ length: to - from + 1 }, (_, at) => message(from + at)),
  earlier: from > 1,
  later: false,
})

const numbers = (history: History | null) => history?.messages.map(({ sequence }) => sequence)

describe('a stretch of messages', () => {
  it('grows at both ends, and takes nothing twice', () => {
    const middle = stretch(5, 6)
    const longer = withEarlier(
      middle,
      [3, 4, 5].map(at => message(at)),
      true,
    )
    expect(numbers(longer)).toEqual([3, 4, 5, 6])
    expect(longer.earlier).toBe(true)
    const later = withLater(
      longer,
      [6, 7, 8].map(at => message(at)),
      false,
    )
    expect(numbers(later)).toEqual([3, 4, 5, 6, 7, 8])
  })

  it('takes the next message, knows an old one, and sees a gap', () => {
    const known = stretch(1, 3)
    expect(numbers(withMessage(known, message(4)))).toEqual([1, 2, 3, 4])
    expect(withMessage(known, message(2))).toBe(known)
    expect(withMessage(known, message(5))).toBeNull()
    expect(numbers(withMessage(EMPTY, message(1)))).toEqual([1])
    expect(withMessage(EMPTY, message(9))).toBeNull()
  })

  it('does not take the newest while those before it are missing', () => {
    const cut = { ...stretch(1, 3), later: true }
    expect(withMessage(cut, message(9))).toBe(cut)
  })

  it('is not cut short by a page that was asked for before the newest were jumped to', () => {
    const newest = stretch(50, 60)
    const late = withLater(
      newest,
      [11, 12, 13].map(at => message(at)),
      true,
    )
    expect(late).toBe(newest)
    expect(withLater(newest, [], false)).toEqual(newest)
  })

  it('counts what others wrote after a mark', () => {
    const talk = { ...EMPTY, messages: [message(1), message(2, 'me'), message(3), message(4)] }
    expect(unreadAfter(talk, 1, 'me')).toBe(2)
    expect(unreadAfter(talk, 4, 'me')).toBe(0)
  })
})
