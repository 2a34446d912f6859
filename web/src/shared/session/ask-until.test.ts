import { QueryClient } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { member } from '../../testing/fixtures'
import { keys } from '../query/keys'
import { askUserUntil } from './ask-until'

const statuses = ['not_confirmed', 'not_confirmed', 'active', 'active']
let asked = 0

const server = setupServer(
  http.get('*/api/user.php', () => HttpResponse.json({ user: { ...member, status: statuses[asked++] } })),
)
beforeAll(() => server.listen())
afterAll(() => server.close())

it('asks again while the answer is of before the change, and then no more', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await askUserUntil(client, user => user?.status === 'active')
  expect(asked).toBe(3)
  expect(client.getQueryData(keys.user())).toMatchObject({ status: 'active' })
})
