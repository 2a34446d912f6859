import { act } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { keys } from '../../shared/query/keys'
import { forgetMember } from '../../shared/session/forget'
import { useLogout } from '../../shared/session/use-logout'
import { member } from '../../testing/fixtures'
import { show } from '../../testing/render'
import { ToastArea } from '../../ui/toast'
import ForMembers from './for-members'

const server = setupServer(
  http.get('*/api/chats.php', () => HttpResponse.json({ chats: [] })),
  http.get('*/api/likes.php', () => HttpResponse.json({ profiles: [], liked_by: [] })),
)
beforeAll(() => server.listen())
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const unsubscribe = vi.fn(async () => true)
const worker = { pushManager: { getSubscription: async () => ({ unsubscribe }) } }
beforeEach(() => {
  unsubscribe.mockClear()
  vi.stubGlobal('navigator', {
    ...{ onLine: true, language: 'nl', userAgent: '' },
    serviceWorker: {
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      getRegistration: async () => worker,
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

function view() {
  const { client, rerender, unmount } = show(<ForMembers user={member} />)
  client.setQueryData(keys.user(), member)
  return { client, rerender, unmount }
}

it('who leaves is told of nothing here any more', async () => {
  const { client, unmount } = view()
  act(() => forgetMember(client))
  unmount()
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce())
})

it('who only goes to another page still is', async () => {
  const { unmount } = view()
  unmount()
  await act(async () => undefined)
  expect(unsubscribe).not.toHaveBeenCalled()
})

/** A button that logs out, and where it is told that it did not. */
function Leave() {
  const logout = useLogout()
  return (
    <>
      <button type="button" onClick={() => logout.mutate()}>
        Leave
      </button>
      <ToastArea />
    </>
  )
}

it('who cannot be logged out is told so, and is still there', async () => {
  server.use(http.get('*/api/logout.php', () => HttpResponse.error()))
  const { client, getByRole, findByText } = show(<Leave />)
  client.setQueryData(keys.user(), member)
  act(() => getByRole('button').click())
  await findByText('No connection. Check your network and try again.')
  expect(client.getQueryData(keys.user())).toEqual(member)
})
