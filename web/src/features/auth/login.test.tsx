import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { activate } from '../../shared/i18n/i18n'
import { show } from '../../testing/render'
import Login from './routes/login'

const server = setupServer(http.get('*/api/user.php', () => HttpResponse.json({ user: null })))
beforeAll(() => server.listen())
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

async function tryLogin() {
  await activate('nl')
  show(<Login />)
  const person = userEvent.setup()
  await person.type(screen.getByLabelText('E-mailadres'), 'me@b.example')
  await person.type(screen.getByLabelText('Wachtwoord'), 'not my password')
  await person.click(screen.getByRole('button', { name: 'Inloggen' }))
}

it('tells a wrong password as the specification words it', async () => {
  server.use(
    http.post('*/api/user.php', () => HttpResponse.json({ error: { code: 'login_failed' } }, { status: 401 })),
  )
  await tryLogin()
  expect((await screen.findByRole('alert')).textContent).toBe('Login mislukt, probeer opnieuw')
})

it('tells for how many minutes the account is blocked', async () => {
  const blocked = { error: { code: 'login_blocked', minutes: 30 } }
  server.use(http.post('*/api/user.php', () => HttpResponse.json(blocked, { status: 429 })))
  await tryLogin()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Te veel foute pogingen, account voor 30 min geblokkeerd.',
  )
})

it('asks for what is missing before it asks the server', async () => {
  await activate('nl')
  show(<Login />)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Inloggen' }))
  expect(screen.getByText('Ongeldige e-mail')).toBeTruthy()
  expect(screen.getByText('Vul je wachtwoord in.')).toBeTruthy()
})
