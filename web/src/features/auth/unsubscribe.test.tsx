import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { rememberToken } from '../../shared/session/link-token'
import { show } from '../../testing/render'
import Unsubscribe from './routes/unsubscribe'

const asked: string[] = []
let answer = 200
const server = setupServer(
  http.post('*/unsubscribe', async ({ request }) => {
    asked.push(`${new URL(request.url).search} ${await request.text()}`)
    return new HttpResponse('', { status: answer })
  }),
)
beforeAll(() => server.listen())
afterEach(() => {
  asked.length = 0
  rememberToken(null)
})
afterAll(() => server.close())

it('opening the link changes nothing, its button switches the mails off', async () => {
  answer = 200
  rememberToken('abc')
  show(<Unsubscribe />)
  expect(asked).toEqual([])
  await userEvent.setup().click(screen.getByRole('button', { name: 'Unsubscribe' }))
  await screen.findByRole('heading', { name: 'You are unsubscribed' })
  expect(asked).toEqual(['?token=abc List-Unsubscribe=One-Click'])
})

it('a link that is none says so, a service that is away can be asked again', async () => {
  answer = 503
  rememberToken('abc')
  show(<Unsubscribe />)
  const person = userEvent.setup()
  await person.click(screen.getByRole('button', { name: 'Unsubscribe' }))
  await screen.findByRole('alert')
  answer = 404
  await person.click(screen.getByRole('button', { name: 'Unsubscribe' }))
  await screen.findByRole('heading', { name: 'This link no longer works' })
})
