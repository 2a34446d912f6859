import { act, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { dismissBonus } from '../../shared/money/bonus-dismissal'
import { member } from '../../testing/fixtures'
import { show } from '../../testing/render'
import TimeBonus from './time-bonus'

const NOW = '2026-11-20T13:00:00Z'
const user = { ...member, signup_date: '2026-11-20T12:00:00Z' }
const discountcode = { code: 'TIMEBONUS25', percentage: 25, status: 'active', expired: false, expires: null }

const server = setupServer(
  http.get('*/api/user.php', () => HttpResponse.json({ user })),
  http.get('*/api/discountcode.php', () =>
    HttpResponse.json({ discountcode }, { headers: { Date: new Date(Date.now()).toUTCString() } }),
  ),
)
beforeAll(() => server.listen())
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse(NOW) })
})
afterEach(() => vi.useRealTimers())
afterAll(() => server.close())

const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))

/** Its code loads when it is first needed. */
const modal = () => screen.queryByRole('dialog', { name: '25% off your first credits' })

it('is a line in the members area, and once a modal after 40 seconds', async () => {
  show(<TimeBonus user={user} />, { path: '/members' })
  expect(await screen.findByRole('complementary', { name: 'Welcome offer' })).toBeTruthy()
  await wait(35)
  expect(modal()).toBeNull()
  await wait(6)
  await vi.waitFor(() => expect(modal()).not.toBeNull(), { timeout: 5_000 })
})

it('is no modal for who has credits, or put it aside', async () => {
  const rich = show(<TimeBonus user={{ ...user, credits: 5 }} />, { path: '/members' })
  await screen.findByRole('complementary')
  await wait(60)
  expect(modal()).toBeNull()
  rich.unmount()

  dismissBonus(user.id, Date.now())
  show(<TimeBonus user={user} />, { path: '/members' })
  await screen.findByRole('complementary')
  await wait(60)
  expect(modal()).toBeNull()
})

it('is not told of outside the members area', async () => {
  show(<TimeBonus user={user} />, { path: '/credits' })
  await wait(60)
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(modal()).toBeNull()
})
