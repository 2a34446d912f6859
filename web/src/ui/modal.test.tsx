import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { expect, it } from 'vitest'
import { show } from '../testing/render'
import { Modal } from './modal'

let go: NavigateFunction

/** What two pages share, as they share the modal host. */
function Pages({ closable = true }: { closable?: boolean }) {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    go = navigate
  }, [navigate])
  return (
    <>
      <p>{pathname}</p>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Modal title="Filters" onClose={closable ? () => setOpen(false) : undefined}>
          inside
        </Modal>
      )}
    </>
  )
}

/** A dialog over the second page of a visit. */
async function opened(closable = true) {
  show(<Pages closable={closable} />, { path: '/members' })
  await act(() => go('/members/m2'))
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog', { name: 'Filters' })
}

const dialog = () => screen.queryByRole('dialog')

it('Back closes what stands over the page', async () => {
  await opened()
  await act(() => go(-1))
  expect(dialog()).toBeNull()
  expect(screen.getByText('/members')).toBeTruthy()
})

it('so does Back to the same page with another choice', async () => {
  show(<Pages />, { path: '/members' })
  await act(() => go('?page=2'))
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await act(() => go(-1))
  expect(dialog()).toBeNull()
})

it('so does every way to another page', async () => {
  await opened()
  await act(() => go('/likes'))
  expect(dialog()).toBeNull()
})

it('a choice that the page writes into its address closes nothing', async () => {
  await opened()
  await act(() => go('?page=3', { replace: true }))
  expect(dialog()).not.toBeNull()
})

it('what cannot be closed stays', async () => {
  await opened(false)
  await act(() => go(-1))
  expect(dialog()).not.toBeNull()
})
