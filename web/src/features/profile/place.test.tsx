import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ProfilesService } from '../../gen/vonk/profiles/v1/profiles_pb'
import type { OwnProfile } from '../../shared/people/own-profile'
import { replaceTransport } from '../../shared/rpc/transport'
import { somebody } from '../../testing/people'
import { show } from '../../testing/render'
import { Place } from './components/place'

const profile: OwnProfile = {
  ...{ person: somebody({ id: 'm1', country: 'NL' }), photos: [], lockedPhotos: 0, attributes: [] },
  ...{ interests: [], about: '', seeking: [], invisible: false, photoLimit: 3, missing: [], choices: [] },
}

const NONE = 'No city begins with this.'

/** Types into the field for the city of a service that answers so. */
async function typed(listCities: () => object) {
  replaceTransport(createRouterTransport(({ service }) => service(ProfilesService, { listCities })))
  show(<Place profile={profile} />)
  await userEvent.setup().type(screen.getByRole('combobox', { name: 'City' }), 'Utr')
}

it('says that no city begins so only when that is the answer', async () => {
  await typed(() => ({ cities: [] }))
  expect((await screen.findAllByText(NONE)).length).toBeGreaterThan(0)
})

it('says that there is no connection when there is no answer', async () => {
  await typed(() => {
    throw new ConnectError('away', Code.Unavailable)
  })
  await screen.findByText('No connection. Check your network and try again.')
  expect(screen.queryByText(NONE)).toBeNull()
})
