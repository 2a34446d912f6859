import { render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SettingsContext } from '../../shared/settings/context'
import { site } from '../../testing/fixtures'
import { useFilters } from './use-filters'

// Inside of `act` every transition is done before a test looks; a browser waits for nobody.
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined }
let before: boolean | undefined
beforeEach(() => {
  before = environment.IS_REACT_ACT_ENVIRONMENT
})
afterEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = before
})

function Form() {
  const { filters, change } = useFilters({ visitor: false })
  return (
    <>
      <input
        type="checkbox"
        checked={filters.withPhoto}
        onChange={event => change({ withPhoto: event.target.checked })}
      />
      <output>{`${filters.region} ${filters.maxAge}`}</output>
      <button
        type="button"
        onClick={() => {
          change({ region: 7 })
          change({ maxAge: 45 })
        }}
      >
        Both
      </button>
    </>
  )
}

/** The form where it lives: below a router of data, as the site has. */
function view(path = '/members') {
  const router = createMemoryRouter([{ path: '/members', element: <Form /> }], { initialEntries: [path] })
  render(
    <SettingsContext value={site}>
      <RouterProvider router={router} />
    </SettingsContext>,
  )
  environment.IS_REACT_ACT_ENVIRONMENT = false
  return { search: () => router.state.location.search, router }
}

it('a box is checked as soon as it is clicked', async () => {
  const { search } = view()
  const box = screen.getByRole<HTMLInputElement>('checkbox')
  box.click()
  expect(box.checked).toBe(true)
  await waitFor(() => expect(search()).toBe('?photo=1'))
  expect(box.checked).toBe(true)
  box.click()
  expect(box.checked).toBe(false)
  await waitFor(() => expect(search()).toBe(''))
})

it('two changes in one go both end up in the address', async () => {
  const { search } = view('/members?photo=1')
  screen.getByRole('button').click()
  await waitFor(() => expect(search()).toBe('?region=7&max_age=45&photo=1'))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('7 45'))
})

it('an address that comes from elsewhere is followed', async () => {
  const { search, router } = view()
  const box = screen.getByRole<HTMLInputElement>('checkbox')
  box.click()
  await waitFor(() => expect(search()).toBe('?photo=1'))
  await router.navigate('/members?region=7')
  await waitFor(() => expect(box.checked).toBe(false))
  expect(screen.getByRole('status').textContent).toBe('7 80')
  box.click()
  await waitFor(() => expect(search()).toBe('?region=7&photo=1'))
})
