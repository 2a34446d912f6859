import { create } from '@bufbuild/protobuf'
import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { Route, Routes } from 'react-router'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { ErrorInfoSchema } from '../../gen/google/rpc/error_details_pb'
import { BillingService, type ListPackagesRequest } from '../../gen/vonk/billing/v1/billing_pb'
import { keys } from '../../shared/query/keys'
import { replaceTransport } from '../../shared/rpc/transport'
import { member } from '../../testing/fixtures'
import { show } from '../../testing/render'
import Checkout from './routes/checkout'
import Credits from './routes/credits'

const server = setupServer(
  http.get('*/api/user.php', () => HttpResponse.json({ user: { ...member, paid_user: true } })),
)
beforeAll(() => server.listen())
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const euro = (minor: number) => ({ minor: BigInt(minor), currency: 'EUR' })

/** What is offered with a code; the welcome discount without one. */
const offer = ({ discountCode }: ListPackagesRequest) => ({
  packages: [{ id: 'p1', credits: 100, price: euro(999), discounted: euro(749), perMessage: euro(75) }],
  methods: [{ id: 'ideal', name: 'iDEAL' }],
  discount: { code: discountCode || 'WELCOME', percentage: 25, minimumOrderValue: euro(0) },
})

const refusal = (reason: string) => {
  const value = create(ErrorInfoSchema, { reason, domain: 'vonk' })
  return new ConnectError('refused', Code.NotFound, undefined, [{ desc: ErrorInfoSchema, value }])
}

function billing(listPackages: (request: ListPackagesRequest) => object | Promise<object>) {
  replaceTransport(
    createRouterTransport(({ service }) =>
      service(BillingService, {
        listPackages,
        getWallet: () => ({ wallet: { available: 5 } }),
        listTransactions: () => ({ orders: [], lines: [] }),
      }),
    ),
  )
}

it('prices that cannot be asked for again leave the payment as it is', async () => {
  let away = false
  billing(request => {
    if (away) throw new ConnectError('away', Code.Unavailable)
    return offer(request)
  })
  const { client } = show(
    <Routes>
      <Route path="/credits/:id" element={<Checkout />} />
    </Routes>,
    { path: '/credits/p1' },
  )
  const box = await screen.findByRole<HTMLInputElement>('checkbox')
  await userEvent.setup().click(box)
  away = true
  await client.invalidateQueries({ queryKey: keys.money() })
  await waitFor(() => expect(client.getQueryState(keys.packages(''))?.status).toBe('error'))
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
  expect(screen.getByRole('button', { name: 'Pay €7.49' })).toBeTruthy()
})

it('a code that has ended leaves nothing to pay at its price', async () => {
  let ended = false
  billing(request => {
    if (ended) throw refusal('code_expired')
    return offer(request)
  })
  const { client } = show(
    <Routes>
      <Route path="/credits/:id" element={<Checkout />} />
    </Routes>,
    { path: '/credits/p1?code=SUMMER' },
  )
  await screen.findByRole('button', { name: 'Pay €7.49' })
  ended = true
  await client.invalidateQueries({ queryKey: keys.money() })
  await screen.findByText('This code has ended.')
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
})

it('a code that is looked up shows no other discount as its own, and the focus stays on the button', async () => {
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  billing(async request => {
    if (request.discountCode === '') return offer(request)
    await held
    throw refusal('code_unknown')
  })
  show(<Credits />, { path: '/credits' })
  const person = userEvent.setup()
  await person.click(await screen.findByRole('button', { name: 'I have a discount code' }))
  await person.type(screen.getByLabelText('Discount code'), 'summer')
  await person.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Apply' }).ariaBusy).toBe('true'))
  expect(screen.queryByText(/WELCOME/)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Apply' }))
  letGo()
  await screen.findByText('Code not found')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Apply' }))
  expect(screen.getByLabelText<HTMLInputElement>('Discount code').value).toBe('SUMMER')
})
