import { expect, it } from 'vitest'
import { uuid7 } from './uuid7'

it('is a UUID of version 7 that carries its time', () => {
  const now = Date.UTC(2026, 10, 20, 12, 0, 0, 123)
  const id = uuid7(now)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(now)
})

it('sorts by time, and never comes twice', () => {
  expect(uuid7(1_000) < uuid7(2_000)).toBe(true)
  expect(new Set(Array.from({ length: 1_000 }, () => uuid7(5))).size).toBe(1_000)
})
