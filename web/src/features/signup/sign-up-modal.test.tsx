import { create } from '@bufbuild/protobuf'
import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ErrorInfoSchema } from '../../gen/google/rpc/error_details_pb'
import { AccountsService, Gender, type SignUpRequest } from '../../gen/vonk/accounts/v1/accounts_pb'
import { replaceTransport } from '../../shared/rpc/clients'
import { forgetWayBack, keptWayBack } from '../../shared/session/kept-way-back'
import { rememberTracking } from '../../shared/tracking/memory'
import { site } from '../../testing/fixtures'
import { show } from '../../testing/render'
import SignUpModal from './components/sign-up-modal'

const tracking = { network: 'net', ref: '', sub1: '', sub2: '', sub3: '' }

afterEach(() => rememberTracking(null))

function backEnd(signUp: (request: SignUpRequest) => Promise<object> | object) {
  replaceTransport(createRouterTransport(({ service }) => service(AccountsService, { signUp })))
}

async function fillIn() {
  const person = userEvent.setup()
  const onward = () => person.click(screen.getByRole('button', { name: 'Continue' }))
  await person.click(screen.getByRole('radio', { name: 'Woman' }))
  await person.click(screen.getByRole('checkbox', { name: 'Men' }))
  await onward()
  await person.type(screen.getByLabelText('Day'), '17')
  await person.type(screen.getByLabelText('Month'), '4')
  await person.type(screen.getByLabelText('Year'), '1988')
  await onward()
  await person.type(screen.getByLabelText('E-mail address'), 'me@b.example')
  await person.type(screen.getByLabelText('Password'), 'violet harbour 42 lamp')
  await onward()
  await person.type(screen.getByLabelText('Profile name'), 'Marijke')
  await onward()
  await person.click(screen.getByRole('checkbox', { name: /I agree/ }))
  await person.click(screen.getByRole('checkbox', { name: /introduce people/ }))
  return person
}

it('sends what was filled in, and cannot be closed meanwhile', async () => {
  const requests: SignUpRequest[] = []
  let answer: (done: object) => void = () => undefined
  backEnd(request => {
    requests.push(request)
    return new Promise(resolve => {
      answer = resolve
    })
  })
  rememberTracking(tracking)
  const closed = vi.fn()
  show(<SignUpModal onClose={closed} />)
  const person = await fillIn()
  await person.click(screen.getByRole('button', { name: 'Create my account' }))

  expect(await screen.findByText('Creating your account')).toBeTruthy()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  await person.keyboard('{Escape}')
  expect(closed).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()

  answer({})
  expect(await screen.findByRole('heading', { name: 'Look in your mailbox' }, { timeout: 5_000 })).toBeTruthy()
  expect(requests[0]).toMatchObject({
    email: 'me@b.example',
    profileName: 'Marijke',
    birthDate: '1988-04-17',
    gender: Gender.WOMAN,
    seeking: [Gender.MAN],
    country: 'NL',
    language: 'en',
    acceptTerms: true,
    acceptSensitive: true,
    acceptTracking: false,
  })
  // Nobody consented to the tracking record.
  expect(requests[0]?.tracking).toBeUndefined()
})

it('leads back to the search it was begun on, also from the mail', async () => {
  const search = '/members?gender=woman&min_age=30'
  backEnd(() => ({}))
  show(<SignUpModal onClose={() => undefined} />, { path: search })
  const person = await fillIn()
  await person.click(screen.getByRole('button', { name: 'Create my account' }))
  await screen.findByRole('heading', { name: 'Look in your mailbox' }, { timeout: 5_000 })
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
    `/login?next=${encodeURIComponent(search)}`,
  )
  expect(keptWayBack()).toBe(search)
  forgetWayBack()
})

it('leads back to the step of the field that was refused, and keeps what was filled in', async () => {
  backEnd(() => {
    const value = create(ErrorInfoSchema, { reason: 'name_has_contact', domain: 'vonk' })
    throw new ConnectError('refused', Code.InvalidArgument, undefined, [{ desc: ErrorInfoSchema, value }])
  })
  show(<SignUpModal onClose={() => undefined} />)
  const person = await fillIn()
  await person.click(screen.getByRole('button', { name: 'Create my account' }))
  const name = await screen.findByLabelText<HTMLInputElement>('Profile name')
  expect(name.value).toBe('Marijke')
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(/Leave contact details/)).toBeTruthy()
})

it('offers the tracking consent only to a visitor who was sent', async () => {
  backEnd(() => ({}))
  show(<SignUpModal onClose={() => undefined} />)
  await fillIn()
  expect(screen.queryByRole('checkbox', { name: /which site sent me/ })).toBeNull()
})

it('says so when the site takes no new members', () => {
  show(<SignUpModal onClose={() => undefined} />, { settings: { ...site, signups: 'off' } })
  expect(screen.getByText('New members cannot sign up here at the moment.')).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
})
