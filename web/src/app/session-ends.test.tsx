import { act } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router'
import { expect, it, vi } from 'vitest'
import { keys } from '../shared/query/keys'
import { tellAuthLost } from '../shared/session/auth-lost'
import { member } from '../testing/fixtures'
import { show } from '../testing/render'
import { MembersArea } from './members-area'
import { AuthLost } from './root'

const Here = () => <output>{useLocation().pathname}</output>

/** A page that a member looks at when the server has ended the session. */
function looking(path: string) {
  const view = show(
    <>
      <Routes>
        <Route element={<MembersArea />}>
          <Route path="/profile" element={<p>My profile</p>} />
        </Route>
      </Routes>
      <AuthLost />
      <Here />
    </>,
    { path, as: member },
  )
  act(tellAuthLost)
  return view
}

it('leads from a page of members to the first page', async () => {
  const { client, getByRole } = looking('/profile')
  expect(client.getQueryData(keys.user())).toBeNull()
  await vi.waitFor(() => expect(getByRole('status').textContent).toBe('/'))
})

it('leaves a page that tells why all sessions have ended', async () => {
  const { client, getByRole } = looking('/mail-change/do')
  expect(client.getQueryData(keys.user())).toBeNull()
  await act(async () => undefined)
  expect(getByRole('status').textContent).toBe('/mail-change/do')
})
