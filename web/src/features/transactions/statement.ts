import type { Line, LineKind } from '../../shared/money/transactions'

/** Changes of credits of one kind on one day. */
export type Entry = {
  key: string
  kind: LineKind
  /** How many changes it is made of. */
  count: number
  credits: number
  /** Of the latest. */
  at: Date
  /** Order it belongs to; empty for messages. */
  order: string
}

/** Every message on a line of its own would bury the rest: those of a day are told together. */
const TOGETHER: readonly LineKind[] = ['message', 'photo', 'gift']

/** Lines as a person reads them, the latest first; `dayOf` names the day in the reader's time zone. */
export function statement(lines: readonly Line[], dayOf: (at: Date) => string): Entry[] {
  const entries: Entry[] = []
  const days = new Map<string, Entry>()
  for (const { id, kind, credits, at, reference } of lines) {
    const together = TOGETHER.includes(kind)
    const day = `${dayOf(at)} ${kind}`
    const known = together ? days.get(day) : undefined
    if (known) {
      known.count += 1
      known.credits += credits
      continue
    }
    const entry = { key: id, kind, count: 1, credits, at, order: together ? '' : reference }
    entries.push(entry)
    if (together) days.set(day, entry)
  }
  return entries
}

/** A limit as typed: nothing is no limit (0); null when it is no number of credits. */
export function limitOf(typed: string): number | null {
  const digits = typed.replace(/[\s.,']/g, '')
  if (digits === '') return 0
  const number = /^\d{1,7}$/.test(digits) ? Number(digits) : null
  return number !== null && number <= 1_000_000 ? number : null
}
