import { createRouterTransport } from '@connectrpc/connect'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter, Outlet } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ProfileKind, ProfilesService } from '../../gen/vonk/profiles/v1/profiles_pb'
import { openMatch } from '../../shared/modals/match'
import { replaceTransport } from '../../shared/rpc/transport'
import { SettingsContext } from '../../shared/settings/context'
import { member, site } from '../../testing/fixtures'
import { ModalHost } from './modal-host'

const server = setupServer(http.get('*/api/user.php', () => HttpResponse.json({ user: member })))
beforeAll(() => server.listen())
afterAll(() => server.close())
beforeEach(() =>
  replaceTransport(
    createRouterTransport(({ service }) =>
      service(ProfilesService, {
        getProfile: ({ memberId }) => ({
          profile: { card: { memberId, name: memberId, kind: ProfileKind.MEMBER } },
        }),
      }),
    ),
  ),
)

const Page = () => <h1>page</h1>

const pages = [
  { path: '/members', element: <Page /> },
  // Its code takes a moment, as that of every page.
  {
    path: '*',
    lazy: async () => {
      await new Promise(resolve => setTimeout(resolve, 30))
      return { Component: Page }
    },
  },
]

/** Two matches over a page of a member. */
async function matched(one: string, other: string) {
  const shell = (
    <ModalHost>
      <Outlet />
    </ModalHost>
  )
  const router = createMemoryRouter([{ element: shell, children: pages }], {
    initialEntries: ['/members'],
  })
  render(
    <SettingsContext value={site}>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={new QueryClient()}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </SettingsContext>,
  )
  await screen.findByText('page')
  act(() => {
    openMatch(one)
    openMatch(other)
  })
  await celebrated(one)
  return router
}

const celebrated = (name: string) =>
  screen.findByText(`You and ${name} like each other.`, {}, { timeout: 8_000 })

it('two matches are celebrated one after the other', async () => {
  await matched('Bram', 'Sven')
  expect(screen.queryByText(/Sven/)).toBeNull()
  await userEvent.keyboard('{Escape}')
  await celebrated('Sven')
  expect(screen.queryByText(/Bram/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Later' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}, 15_000)

it('who goes on from the first finds the second on the page it leads to', async () => {
  const router = await matched('Anna', 'Femke')
  await userEvent.click(screen.getByRole('button', { name: 'Send a message' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/members/Anna/chat'))
  await celebrated('Femke')
  await act(() => new Promise(resolve => setTimeout(resolve, 50)))
  expect(screen.queryByText(/You and Femke/)).not.toBeNull()
}, 15_000)
