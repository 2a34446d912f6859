import { act, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { member } from '../../testing/fixtures'
import { show } from '../../testing/render'
import { countdown } from './bonus'
import { type TimeBonus, useBonusLeft, useTimeBonus } from './time-bonus'

const SIGNED_UP = '2026-11-20T12:00:00Z'
let user = { ...member, signup_date: SIGNED_UP }
let answer: () => Response | Promise<Response>

const server = setupServer(
  http.get('*/api/user.php', () => HttpResponse.json({ user })),
  http.get('*/api/discountcode.php', () => answer()),
)
beforeAll(() => server.listen())
beforeEach(() => {
  user = { ...member, signup_date: SIGNED_UP }
  // Here it is two hours later than at the server.
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-11-20T17:00:00Z') })
})
afterEach(() => vi.useRealTimers())
afterAll(() => server.close())

const welcome = (serverTime: string) => () =>
  HttpResponse.json(
    {
      discountcode: {
        code: 'TIMEBONUS25',
        percentage: 25,
        status: 'active',
        expired: false,
        expires: '2026-11-20T16:00:00Z',
      },
    },
    { headers: { Date: new Date(serverTime).toUTCString() } },
  )

function Shown() {
  const bonus = useTimeBonus()
  return bonus ? <Left bonus={bonus} /> : <p>none</p>
}

const Left = ({ bonus }: { bonus: TimeBonus }) => <p role="timer">{countdown(useBonusLeft(bonus))}</p>

it('counts by the server’s clock, whatever this machine thinks, and is over at zero', async () => {
  answer = welcome('2026-11-20T15:59:57Z')
  show(<Shown />)
  expect((await screen.findByRole('timer')).textContent).toMatch(/^0:00:0[23]$/)
  await act(() => vi.advanceTimersByTimeAsync(3_500))
  expect(await screen.findByText('none')).toBeTruthy()
  expect(screen.queryByRole('timer')).toBeNull()
})

it('is not there after the window, for payers, and when the question fails', async () => {
  answer = welcome('2026-11-20T16:00:00Z')
  const late = show(<Shown />)
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.getByText('none')).toBeTruthy()
  late.unmount()

  answer = () => new HttpResponse(null, { status: 500 })
  const failed = show(<Shown />)
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.getByText('none')).toBeTruthy()
  failed.unmount()

  const asked = vi.fn(welcome('2026-11-20T13:00:00Z'))
  answer = asked
  user = { ...user, paid_user: true }
  show(<Shown />)
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.getByText('none')).toBeTruthy()
  expect(asked).not.toHaveBeenCalled()
})
