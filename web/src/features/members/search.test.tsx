import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { useLocation } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import {
  Gender,
  ProfileKind,
  ProfilesService,
  type SearchRequest,
} from '../../gen/vonk/profiles/v1/profiles_pb'
import { replaceTransport } from '../../shared/rpc/transport'
import { member, site } from '../../testing/fixtures'
import { show } from '../../testing/render'
import Members from './routes/members'

const server = setupServer(
  http.get('*/api/user.php', () => HttpResponse.json({ user: null })),
  http.get('*/api/regions.php', () => HttpResponse.json({ regions: [{ id: 7, name: 'Utrecht' }] })),
)
beforeAll(() => server.listen())
beforeEach(() =>
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  ),
)
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const card = (id: string) => ({
  memberId: id,
  name: `Name ${id}`,
  kind: ProfileKind.MEMBER,
  age: 30,
  country: 'NL',
})

/** Two pages of three members, and one who nearly fits. */
function backEnd(fails: () => boolean = () => false) {
  const asked: SearchRequest[] = []
  replaceTransport(
    createRouterTransport(({ service }) =>
      service(ProfilesService, {
        search: request => {
          asked.push(request)
          if (fails()) throw new ConnectError('away', Code.Unavailable)
          return request.cursor === ''
            ? { cards: [card('a'), card('b')], total: 3n, nextCursor: 'two', similar: [] }
            : { cards: [card('b'), card('c')], total: 3n, similar: [card('z')] }
        },
      }),
    ),
  )
  return asked
}

function Address() {
  return <output data-testid="address">{useLocation().search}</output>
}

const view = (path = '/members') =>
  show(
    <>
      <Members />
      <Address />
    </>,
    { path, settings: { ...site, countries: ['NL'], search_fields: ['body_type'] } },
  )

it('shows the exact total, the next page by the button, and who nearly fits apart', async () => {
  const asked = backEnd()
  view()
  const status = await screen.findByText('3 members')
  expect(status.getAttribute('role')).toBe('status')
  expect(screen.queryByText('Name c, 30')).toBeNull()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('Name c, 30')
  expect(screen.getAllByText('Name b, 30')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  const apart = screen.getByRole('region', { name: 'Nearly what you look for' })
  expect(apart.textContent).toContain('Name z, 30')
  expect(asked.map(({ cursor }) => cursor)).toEqual(['', 'two'])
})

it('asks what the address says, and writes what is chosen into it', async () => {
  server.use(http.get('*/api/user.php', () => HttpResponse.json({ user: member })))
  const asked = backEnd()
  view('/members?gender=man&sought=woman&min_age=25&max_age=40&body_type=slim,athletic&photo=1')
  await screen.findByText('3 members')
  expect(asked[0]).toMatchObject({
    gender: Gender.MAN,
    sought: Gender.WOMAN,
    minAge: 25,
    maxAge: 40,
    withPhoto: true,
    country: '',
  })
  expect(asked[0]?.attributes.map(({ field, value }) => `${field}=${value}`)).toEqual([
    'body_type=slim',
    'body_type=athletic',
  ])
  const person = userEvent.setup()
  await screen.findByRole('option', { name: 'Utrecht' })
  await person.selectOptions(screen.getByLabelText('Region'), '7')
  await vi.waitFor(() => expect(asked.at(-1)?.regionId).toBe(7))
  const address = () => screen.getByTestId('address').textContent
  // The search is quicker than the address, which follows in a transition.
  await vi.waitFor(() => expect(address()).toContain('region=7'))
  await person.click(screen.getByRole('button', { name: 'Clear all filters' }))
  await vi.waitFor(() => expect(address()).toBe(''))
})

it('a visitor searches for nothing that profiles do not show to visitors', async () => {
  const asked = backEnd()
  view('/members?min_age=25&body_type=slim')
  expect(await screen.findAllByText('Everybody')).toHaveLength(2)
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ minAge: 25, attributes: [] }))
  expect(screen.queryByText('Figure')).toBeNull()
})

it('keeps what is there when the next page does not come, and tries it again', async () => {
  let away = false
  backEnd(() => away)
  view()
  await screen.findByText('3 members')
  away = true
  const person = userEvent.setup()
  await person.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('No connection. Check your network and try again.')
  expect(screen.getByText('Name a, 30')).toBeTruthy()
  away = false
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Name c, 30')
})
