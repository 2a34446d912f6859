import { render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, it, vi } from 'vitest'
import { ModalsContext } from '../../../shared/modals/registry'
import { paths } from '../../../shared/paths'
import { useGiftWish } from './use-gift-wish'

function Chat({ name, may }: { name: string; may: boolean }) {
  useGiftWish('m2', name, may)
  return <p>chat</p>
}

function view(address: string, { name = 'Bram', may = true } = {}) {
  const modals = { open: vi.fn() }
  const router = createMemoryRouter([{ path: '/members/:id/chat', element: <Chat name={name} may={may} /> }], {
    initialEntries: [address],
  })
  render(
    <ModalsContext value={modals}>
      <RouterProvider router={router} />
    </ModalsContext>,
  )
  return { open: modals.open, address: () => router.state.location.pathname + router.state.location.search }
}

it('the address of a gift opens the gifts once, and forgets it', async () => {
  const { open, address } = view(paths.memberGift('m2'))
  await waitFor(() => expect(address()).toBe('/members/m2/chat'))
  expect(open).toHaveBeenCalledExactlyOnceWith('gift', { memberId: 'm2', name: 'Bram' })
})

it('nothing opens for another address, before the name is known, or where nobody may write', async () => {
  for (const { open } of [
    view('/members/m2/chat'),
    view(paths.memberGift('m2'), { name: '' }),
    view(paths.memberGift('m2'), { may: false }),
  ]) {
    await screen.findAllByText('chat')
    expect(open).not.toHaveBeenCalled()
  }
})
