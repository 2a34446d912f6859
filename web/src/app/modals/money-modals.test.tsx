import { createRouterTransport } from '@connectrpc/connect'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { BillingService } from '../../gen/vonk/billing/v1/billing_pb'
import { openBuyCredits, openPhotoLimit, openPremiumOnly } from '../../shared/modals/money'
import { type OpenModal, useModals } from '../../shared/modals/registry'
import { returnPath } from '../../shared/money/came-from'
import { replaceTransport } from '../../shared/rpc/transport'
import { member } from '../../testing/fixtures'
import { show } from '../../testing/render'

const server = setupServer(
  http.get('*/api/user.php', () => HttpResponse.json({ user: { ...member, credits: 4 } })),
)
beforeAll(() => server.listen())
afterAll(() => server.close())
beforeEach(() => {
  const price = { minor: 999n, currency: 'EUR' }
  replaceTransport(
    createRouterTransport(({ service }) =>
      service(BillingService, {
        listPackages: () => ({ packages: [{ id: 'credits-100', credits: 100, price, discounted: price }] }),
      }),
    ),
  )
})

function Opener({ with: use }: { with: (open: OpenModal) => void }) {
  const { open } = useModals()
  return (
    <button type="button" onClick={() => use(open)}>
      go
    </button>
  )
}

async function opened(use: (open: OpenModal) => void, path = '/chats/0189-a') {
  show(<Opener with={use} />, { path })
  const person = userEvent.setup()
  await person.click(screen.getByRole('button', { name: 'go' }))
  return { person, dialog: await screen.findByRole('dialog', {}, { timeout: 5_000 }) }
}

it('the credits that are missing are told in credits and euro, with one way on and one out', async () => {
  const { person, dialog } = await opened(open =>
    openBuyCredits(open, { what: 'gift', price: 25, available: 4 }),
  )
  expect(await screen.findByText(/This costs 25 credits, from €2.50/)).toBeTruthy()
  expect(dialog.textContent).toContain('You have 4 credits.')
  expect(dialog.textContent).toContain('Credits for your gift')
  const way = screen.getByRole('link', { name: 'See credits' })
  expect(way.getAttribute('href')).toBe('/credits')
  await person.click(way)
  expect(returnPath()).toBe('/chats/0189-a')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('without numbers they are those of the site and of the member', async () => {
  const { person } = await opened(open => openBuyCredits(open))
  expect(await screen.findByText(/This costs 10 credits, from €1.00/)).toBeTruthy()
  expect(await screen.findByText(/You have 4 credits/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('what is for premium members leads to what premium brings', async () => {
  const { person, dialog } = await opened(open => openPremiumOnly(open, 'photos'))
  expect(dialog.textContent).toContain('Premium members see all photos.')
  expect(screen.getByRole('link', { name: 'What premium brings' }).getAttribute('href')).toBe('/premium')
  await person.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('the end of the photos is told with the number that there may be', async () => {
  const { dialog } = await opened(open => openPhotoLimit(open, 3))
  expect(dialog.textContent).toContain('As a free member you can show 3 photos.')
  expect(dialog.textContent).toContain('Premium members show up to 25.')
})
