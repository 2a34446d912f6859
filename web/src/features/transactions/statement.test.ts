import { describe, expect, it } from 'vitest'
import type { Line } from '../../shared/money/transactions'
import { limitOf, statement } from './statement'

const line = (id: string, kind: Line['kind'], credits: number, at: string, reference = ''): Line => ({
  id,
  kind,
  credits,
  at: new Date(at),
  reference,
})
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

describe('a statement', () => {
  it('tells the messages of a day together, and purchases and refunds one by one', () => {
    const lines = [
      line('7', 'message', -10, '2026-11-20T12:00:00Z', 'm3'),
      line('6', 'purchase', 100, '2026-11-20T11:00:00Z', 'o2'),
      line('5', 'message', -10, '2026-11-20T10:00:00Z', 'm2'),
      line('4', 'photo', -20, '2026-11-20T09:00:00Z', 'm1'),
      line('3', 'message', -10, '2026-11-19T23:00:00Z', 'm0'),
      line('2', 'refund', -50, '2026-11-19T10:00:00Z', 'o1'),
      line('1', 'purchase', 100, '2026-11-18T10:00:00Z', 'o1'),
    ]
    const entries = statement(lines, dayOf)
    expect(entries.map(({ kind, count, credits }) => [kind, count, credits])).toEqual([
      ['message', 2, -20],
      ['purchase', 1, 100],
      ['photo', 1, -20],
      ['message', 1, -10],
      ['refund', 1, -50],
      ['purchase', 1, 100],
    ])
    expect(entries.map(({ order }) => order)).toEqual(['', 'o2', '', '', 'o1', 'o1'])
    const sum = (all: readonly { credits: number }[]) => all.reduce((total, each) => total + each.credits, 0)
    expect(sum(entries)).toBe(sum(lines))
  })

  it('is empty where nothing happened', () => {
    expect(statement([], dayOf)).toEqual([])
  })
})

it('a limit is a number of credits, or nothing', () => {
  expect(['', '  ', '0', '500', '1.500', '1 500', '1,000,000'].map(limitOf)).toEqual([
    0, 0, 0, 500, 1_500, 1_500, 1_000_000,
  ])
  expect(['1000001', '-5', 'ten', '5 euro', '99999999'].map(limitOf)).toEqual([null, null, null, null, null])
})
