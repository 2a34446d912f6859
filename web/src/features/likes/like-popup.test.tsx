import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ModalsContext } from '../../shared/modals/registry'
import { show } from '../../testing/render'
import LikePopup from './components/like-popup'
import { popupDelay } from './popup-delay'

const server = setupServer()
beforeAll(() => server.listen())
beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  server.resetHandlers()
  vi.useRealTimers()
})
afterAll(() => server.close())

const profile = { id: 'm9', name: 'Bram', kind: 'member' }

async function wait(answer: object, seconds: number) {
  const asked = vi.fn()
  server.use(
    http.get('*/api/auto-like.php', () => {
      asked()
      return HttpResponse.json(answer)
    }),
  )
  const open = vi.fn()
  show(
    <ModalsContext value={{ open }}>
      <LikePopup t="5" />
    </ModalsContext>,
  )
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
  return { asked, open }
}

it('shows who likes the member after t seconds, and not before', async () => {
  const { asked, open } = await wait({ profile }, 4)
  expect(asked).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(() => expect(open).toHaveBeenCalledWith('match', { kind: 'like', memberId: 'm9' }))
})

it('shows no like where there is none', async () => {
  const { asked, open } = await wait({ profile: null }, 6)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(open).not.toHaveBeenCalled()
})

it('shows a suggestion as one, never as a like', async () => {
  const { open } = await wait({ profile: null, suggestion: profile }, 6)
  await vi.waitFor(() => expect(open).toHaveBeenCalledWith('match', { kind: 'suggestion', memberId: 'm9' }))
})

it('takes whole seconds of up to an hour', () => {
  expect(popupDelay('5')).toBe(5_000)
  expect(popupDelay('3600')).toBe(3_600_000)
  for (const t of [null, '', '-1', '3601', '1e3', '5.5', 'x']) expect(popupDelay(t)).toBeNull()
})
