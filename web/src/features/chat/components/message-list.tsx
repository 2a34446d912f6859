import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { announce } from '../../../shared/a11y/announce'
import type { Conversation } from '../../../shared/chats/conversation'
import { firstOf, type History } from '../../../shared/chats/history'
import type { ChatPhoto } from '../../../shared/chats/message'
import { jumpToLatest, loadEarlier, loadLater } from '../../../shared/chats/pages'
import { formatDayAgo } from '../../../shared/i18n/when'
import { badgeText } from '../../../shared/query/badges'
import { todayIso } from '../../../shared/time/birth-date'
import { useNow } from '../hooks/use-now'
import { useReadMark } from '../hooks/use-read-mark'
import type { Outbox } from '../outbox/outbox'
import { type Row, rowsOf } from '../rows'
import { SentBubble, WaitingBubble } from './bubble'
import { DownIcon } from './signs'

/** So near the end counts as being there; pixels. */
const NEAR = 80
/** Milliseconds. */
const SETTLED_AFTER = 250
/** So near an edge the next page is asked for; pixels. */
const AHEAD = 900

type Props = {
  conversation: Conversation
  history: History
  me: string
  name: string
  outbox: Outbox | null
  waiting: Parameters<typeof rowsOf>[0]['waiting']
  stalled: boolean
  typing: boolean
  onPhoto: (photo: ChatPhoto) => void
}

/** All messages, as far as they are loaded; opens where the unread ones begin, else at the end. */
export function MessageList({
  conversation,
  history,
  me,
  name,
  outbox,
  waiting,
  stalled,
  typing,
  onPhoto,
}: Props) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { id, peer } = conversation
  // Where the line between read and unread stands does not move while somebody reads.
  const [readUpTo, setReadUpTo] = useState(conversation.unread > 0 ? conversation.read : null)
  const rows = rowsOf({ messages: history.messages, waiting, me, earlier: history.earlier, readUpTo, typing })
  const list = useRef<VirtualizerHandle>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const place = useRef({ placed: false, settling: true, atEnd: true })
  const [away, setAway] = useState<number | null>(null)
  const shift = useShift(firstOf(history))
  const mark = useReadMark(conversation, me)
  const busy = useRef({ earlier: false, later: false })

  const toEnd = () => list.current?.scrollToIndex(rows.length - 1, { align: 'end' })

  /** Tells what is seen, and asks for more where an edge is near. */
  const look = () => {
    const held = list.current
    if (!held || !place.current.placed || place.current.settling) return
    const { scrollOffset, viewportSize, scrollSize } = held
    const left = scrollSize - viewportSize - scrollOffset
    const atEnd = left < NEAR && !history.later
    place.current.atEnd = atEnd
    const last = history.messages.at(-1)?.sequence ?? 0
    setAway(before => (atEnd ? null : (before ?? last)))
    const seen = rows.slice(0, held.findItemIndex(scrollOffset + viewportSize - 1) + 1)
    const newest = seen.findLast(row => row.kind === 'message')
    if (newest?.kind === 'message') mark(newest.message.sequence)
    const turn = busy.current
    if (history.earlier && scrollOffset < AHEAD && !turn.earlier) {
      turn.earlier = true
      void loadEarlier(client, id)
        .catch(() => undefined)
        .finally(() => {
          turn.earlier = false
        })
    }
    if (history.later && left < AHEAD && !turn.later) {
      turn.later = true
      void loadLater(client, id)
        .catch(() => undefined)
        .finally(() => {
          turn.later = false
        })
    }
  }
  /** Where reading begins: at the line between read and unread, else at the end. */
  const toStart = () => {
    const line = rows.findIndex(({ kind }) => kind === 'unread')
    if (line >= 0) list.current?.scrollToIndex(line, { align: 'start', offset: -48 })
    else toEnd()
  }
  const latest = useRef({ look, toEnd, toStart })
  useLayoutEffect(() => {
    latest.current = { look, toEnd, toStart }
  })

  const lastRow = rows.at(-1)
  const lastKey = lastRow?.key
  const writing = lastRow?.kind === 'waiting' && !lastRow.item.failure
  // The first time: to the line, else to the end. Then along with what comes, unless somebody reads further up.
  useLayoutEffect(() => {
    if (lastKey === undefined || !list.current) return
    const { placed, settling, atEnd } = place.current
    if (!placed) {
      place.current.placed = true
      latest.current.toStart()
    } else if (settling) {
      latest.current.toStart()
    } else if (atEnd || writing) {
      place.current.atEnd = true
      latest.current.toEnd()
    }
    if (writing) setReadUpTo(null)
    // Where things are is known when they have been drawn and measured.
    return later(() => latest.current.look())
  }, [lastKey, writing])

  // Until everything has its size, or somebody moves, the view stands where reading begins.
  useEffect(() => {
    const settle = () => {
      place.current.settling = false
      latest.current.look()
    }
    latest.current.toStart()
    const timer = setTimeout(settle, SETTLED_AFTER)
    const moves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
    const box = scroller.current
    for (const move of moves) box?.addEventListener(move, settle, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const move of moves) box?.removeEventListener(move, settle)
    }
  }, [])

  useEffect(() => {
    const seen = () => latest.current.look()
    addEventListener('focus', seen)
    document.addEventListener('visibilitychange', seen)
    return () => {
      removeEventListener('focus', seen)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [])

  useReadOut(history, me, name)

  const below =
    away === null
      ? 0
      : history.later
        ? conversation.unread
        : history.messages.filter(({ sequence, sender }) => sequence > away && sender !== me).length
  const receiptOf = useReceipt(history, me, conversation.peerRead)

  const leave = async () => {
    if (history.later) await jumpToLatest(client, id).catch(() => undefined)
    place.current.atEnd = true
    requestAnimationFrame(() => latest.current.toEnd())
  }

  const draw = (row: Row) => {
    switch (row.kind) {
      case 'edge':
        return (
          <Edge
            key={row.key}
            more={row.more}
            name={name}
            onMore={() => loadEarlier(client, id).catch(() => undefined)}
          />
        )
      case 'day':
        return <Day key={row.key} at={row.at} />
      case 'unread':
        return (
          <p key={row.key} className="thread-line">
            <span>
              <Trans>New messages</Trans>
            </span>
          </p>
        )
      case 'message':
        return (
          <SentBubble
            key={row.key}
            message={row.message}
            own={row.own}
            name={name}
            first={row.first}
            last={row.last}
            receipt={receiptOf(row.message.sequence)}
            onPhoto={onPhoto}
          />
        )
      case 'waiting':
        return (
          <WaitingBubble
            key={row.key}
            item={row.item}
            stalled={stalled}
            first={row.first}
            last={row.last}
            onRetry={() => outbox?.retry(peer)}
            onHurry={() => outbox?.hurry()}
            onDrop={() => outbox?.drop(row.item.id)}
          />
        )
      case 'typing':
        return (
          <div key={row.key} className="message" data-first data-last>
            <div className="bubble bubble--typing">
              <span className="visually-hidden">
                <Trans>{name} is typing</Trans>
              </span>
              <i aria-hidden="true" />
              <i aria-hidden="true" />
              <i aria-hidden="true" />
            </div>
          </div>
        )
      default:
        return row satisfies never
    }
  }

  return (
    <div className="thread">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="thread-scroll" ref={scroller} tabIndex={0} aria-label={t`Messages with ${name}`}>
        <div className="thread-spring" />
        <Virtualizer
          ref={list}
          scrollRef={scroller}
          data={rows}
          shift={shift}
          bufferSize={400}
          onScroll={look}
          onResize={() => {
            if (place.current.settling) toStart()
            else if (place.current.atEnd) toEnd()
          }}
        >
          {draw}
        </Virtualizer>
      </section>
      {away !== null && (
        <button type="button" className="to-latest" onClick={() => void leave()}>
          <DownIcon />
          {below > 0 && (
            <span className="badge badge--news" aria-hidden="true">
              {badgeText(below)}
            </span>
          )}
          <span className="visually-hidden">
            {below > 0
              ? t`To the latest message, ${plural(below, { one: '# new', other: '# new' })}`
              : t`To the latest message`}
          </span>
        </button>
      )}
    </div>
  )
}

/** After the next two frames. The answer calls it off. */
function later(run: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(run)
  })
  return () => cancelAnimationFrame(frame)
}

/** Whether older messages have just come in above: then the view keeps its distance to the end. */
function useShift(first: number): boolean {
  const [seen, setSeen] = useState({ first, shift: false })
  if (seen.first !== first) setSeen({ first, shift: first > 0 && first < seen.first })
  // What comes at the end afterwards must not be taken for something above.
  useEffect(() => {
    if (seen.shift) setSeen(({ first: same }) => ({ first: same, shift: false }))
  }, [seen])
  return seen.shift
}

/** What stands below the member's last message: read, or only sent. */
function useReceipt(
  history: History,
  me: string,
  peerRead: number,
): (sequence: number) => 'sent' | 'read' | null {
  const last = history.later ? undefined : history.messages.findLast(({ sender }) => sender === me)
  return sequence => {
    if (sequence !== last?.sequence) return null
    return peerRead >= sequence ? 'read' : 'sent'
  }
}

/** Reads a message out that arrives while the conversation is open; the list itself would be read again and again. */
function useReadOut(history: History, me: string, name: string): void {
  const { t } = useLingui()
  const last = history.later ? undefined : history.messages.at(-1)
  const known = useRef(last?.sequence ?? 0)
  const text = last?.said.kind === 'text' ? last.said.text : t`A new message`
  const sequence = last?.sequence ?? 0
  const theirs = last !== undefined && last.sender !== me
  useEffect(() => {
    if (sequence <= known.current) return
    known.current = sequence
    if (theirs) announce(`${name}: ${text}`)
  }, [sequence, theirs, name, text])
}

function Edge({ more, name, onMore }: { more: boolean; name: string; onMore: () => void }) {
  return (
    <div className="thread-edge">
      {more ? (
        <button type="button" className="text-button" onClick={onMore}>
          <Trans>Earlier messages</Trans>
        </button>
      ) : (
        name && (
          <p>
            <Trans>This is where it began with {name}</Trans>
          </p>
        )
      )}
    </div>
  )
}

function Day({ at }: { at: number }) {
  const { i18n } = useLingui()
  const now = useNow()
  const day = new Date(at)
  return (
    <p className="thread-day">
      <time dateTime={todayIso(day)}>{formatDayAgo(day, now, i18n.locale)}</time>
    </p>
  )
}
