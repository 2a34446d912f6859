import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { Route, Routes, useLocation } from 'react-router'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { activate } from '../../shared/i18n/i18n'
import { keys } from '../../shared/query/keys'
import { forgetWayBack, keepWayBack, keptWayBack } from '../../shared/session/kept-way-back'
import { readCookie, writeCookie } from '../../shared/storage/cookie'
import { member } from '../../testing/fixtures'
import { show } from '../../testing/render'
import Login from './routes/login'

const SEARCH = '/members?gender=woman&interests=sailing%2Ccoffee'

function Here() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

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

it('speaks the member’s language from the login on, also to the server and at the next visit', async () => {
  const user = { ...member, language: 'pl' }
  server.use(http.post('*/api/user.php', () => HttpResponse.json({ user })))
  expect(readCookie('i18n_redirected')).toBeNull()
  const { client } = show(<Login />)
  client.setQueryData(keys.profile('m2'), 'what a visitor may see of Bram')
  const person = userEvent.setup()
  await person.type(screen.getByLabelText('E-mail address'), 'me@b.example')
  await person.type(screen.getByLabelText('Password'), 'lantaarn haven 42')
  await person.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(client.getQueryData(keys.user())).toMatchObject({ id: user.id }))
  expect(document.documentElement.lang).toBe('pl')
  expect(readCookie('i18n_redirected')).toBe('pl')
  expect(client.getQueryData(keys.profile('m2'))).toBeUndefined()
  writeCookie('i18n_redirected', '', 0)
})

it.each([
  [
    'to the search it was asked for on, with its filters',
    `/login?next=${encodeURIComponent(SEARCH)}`,
    null,
    SEARCH,
  ],
  ['to the search that the sign-up began on', '/login', SEARCH, SEARCH],
  ['to the members', '/login', null, '/members'],
  ['never to another site', '/login?next=//evil.example', null, '/members'],
])('leads %s', async (_where, path, kept, wanted) => {
  await activate('en')
  keepWayBack(kept)
  server.use(http.post('*/api/user.php', () => HttpResponse.json({ user: member })))
  show(
    <Routes>
      <Route path="/login" element={<Login />} />
      <Route path="*" element={<Here />} />
    </Routes>,
    { path },
  )
  const person = userEvent.setup()
  await person.type(await screen.findByLabelText('E-mail address'), 'me@b.example')
  await person.type(screen.getByLabelText('Password'), 'lantaarn haven 42')
  await person.click(screen.getByRole('button', { name: 'Log in' }))
  expect((await screen.findByRole('status')).textContent).toBe(wanted)
  expect(keptWayBack()).toBeNull()
  forgetWayBack()
  writeCookie('i18n_redirected', '', 0)
})
