import { create } from '@bufbuild/protobuf'
import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ErrorInfoSchema } from '../../gen/google/rpc/error_details_pb'
import { ProfilesService, type UpdateProfileRequest } from '../../gen/vonk/profiles/v1/profiles_pb'
import type { OwnProfile } from '../../shared/people/own-profile'
import { replaceTransport } from '../../shared/rpc/transport'
import { forgetPersonal } from '../../shared/storage/personal'
import { somebody } from '../../testing/people'
import { show } from '../../testing/render'
import { AboutMe } from './components/about-me'
import { draftOf, fieldsOf, keepDraft, readDraft, withDraft, withoutSent } from './draft'
import { judgeFile, MAX_BYTES } from './photo-file'
import { NoPosition, roughly } from './rough-point'

const profile: OwnProfile = {
  person: somebody({ id: 'm1' }),
  photos: [],
  lockedPhotos: 0,
  attributes: [{ field: 'body_type', value: 'slim' }],
  interests: ['art'],
  about: 'I bake.',
  seeking: ['man'],
  invisible: false,
  photoLimit: 3,
  missing: [],
  choices: [{ field: 'body_type', values: ['slim', 'average'] }],
}

describe('what is typed', () => {
  const about = () => screen.getByLabelText<HTMLTextAreaElement>('Something about you')

  it('is still there after a reload, until it is saved or discarded', async () => {
    const person = userEvent.setup()
    const first = show(<AboutMe profile={profile} memberId="m1" />)
    await person.type(about(), ' Often.')
    first.unmount()
    show(<AboutMe profile={profile} memberId="m1" />)
    expect(about().value).toBe('I bake. Often.')
    await person.click(screen.getByRole('button', { name: 'Discard' }))
    expect(about().value).toBe('I bake.')
    expect(readDraft('m1')).toEqual({})
  })

  it('is another member’s no more than it is in another browser', async () => {
    const person = userEvent.setup()
    const first = show(<AboutMe profile={profile} memberId="m1" />)
    await person.type(about(), ' Mine.')
    first.unmount()
    show(<AboutMe profile={profile} memberId="m2" />)
    expect(about().value).toBe('I bake.')
  })

  it('goes with the member who logs out', () => {
    keepDraft('m1', { about: 'Only for me' })
    forgetPersonal()
    expect(JSON.stringify({ ...localStorage })).not.toContain('Only for me')
  })

  it('stays when the server refuses, with the reason at its field', async () => {
    const info = create(ErrorInfoSchema, {
      reason: 'has_contact',
      domain: 'vonk',
      metadata: { field: 'about' },
    })
    replaceTransport(
      createRouterTransport(({ service }) =>
        service(ProfilesService, {
          updateProfile: () => {
            throw new ConnectError('no', Code.InvalidArgument, undefined, [
              { desc: ErrorInfoSchema, value: info },
            ])
          },
        }),
      ),
    )
    const person = userEvent.setup()
    show(<AboutMe profile={profile} memberId="m1" />)
    await person.type(about(), ' Call me')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Leave contact details and web addresses out.')
    expect(about().getAttribute('aria-invalid')).toBe('true')
    expect(about().value).toBe('I bake. Call me')
  })

  it('is sent alone: what was not changed is not in the call', async () => {
    const sent: UpdateProfileRequest[] = []
    replaceTransport(
      createRouterTransport(({ service }) =>
        service(ProfilesService, {
          updateProfile: request => {
            sent.push(request)
            return { profile: { profile: { card: { memberId: 'm1', name: 'Me' } } } }
          },
        }),
      ),
    )
    const person = userEvent.setup()
    show(<AboutMe profile={profile} memberId="m1" />)
    await person.selectOptions(screen.getByLabelText('Figure'), 'average')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    const [request] = sent
    expect(request?.attributes.map(({ field, value }) => [field, value])).toEqual([['body_type', 'average']])
    expect(request).toMatchObject({ setInterests: false, interests: [], seeking: [] })
    expect(request?.about).toBeUndefined()
    expect(readDraft('m1')).toEqual({})
  })
})

describe('a draft', () => {
  const saved = fieldsOf(profile)

  it('holds only what differs, in whatever order it was chosen', () => {
    expect(draftOf(saved, saved)).toEqual({})
    expect(draftOf({ ...saved, interests: ['wine', 'art'] }, { ...saved, interests: ['art', 'wine'] })).toEqual(
      {},
    )
    const changed = { ...saved, attributes: { body_type: '' }, seeking: ['woman' as const] }
    expect(draftOf(changed, saved)).toEqual({ attributes: { body_type: '' }, seeking: ['woman'] })
    expect(withDraft(saved, draftOf(changed, saved))).toEqual(changed)
  })

  it('keeps what was changed again while it was on its way', () => {
    const sent = { about: 'one', interests: ['art'], attributes: { body_type: 'slim' } }
    expect(withoutSent(sent, sent)).toEqual({})
    expect(withoutSent({ ...sent, about: 'two', attributes: { body_type: 'average' } }, sent)).toEqual({
      about: 'two',
      attributes: { body_type: 'average' },
    })
  })
})

describe('a file', () => {
  const file = (bytes: number[], size = bytes.length) => {
    const content = new Uint8Array(size)
    content.set(bytes)
    return new Blob([content])
  }
  const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]
  const ascii = (text: string) => [...text].map(sign => sign.charCodeAt(0))

  it('is judged by its first bytes', async () => {
    expect(await judgeFile(file(jpeg))).toBeNull()
    expect(await judgeFile(file([0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a]))).toBeNull()
    expect(await judgeFile(file(ascii('RIFF....WEBPVP8 ')))).toBeNull()
    for (const wrong of [ascii('RIFF....WAVEfmt '), ascii('GIF89a'), ascii('<svg>'), []]) {
      expect(await judgeFile(file(wrong))).toMatchObject({ reason: 'photo_kind_refused' })
    }
  })

  it('that cannot be opened any more says so', async () => {
    const gone = { slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone')) }), size: 1 }
    expect(await judgeFile(gone as unknown as Blob)).toMatchObject({ reason: 'photo_unreadable' })
  })

  it('may have 10 MB', async () => {
    expect(await judgeFile(file(jpeg, MAX_BYTES))).toBeNull()
    expect(await judgeFile(file(jpeg, MAX_BYTES + 1))).toMatchObject({ reason: 'photo_too_large' })
  })
})

describe('a position', () => {
  it('leaves the browser with two decimals', () => {
    expect(roughly({ latitude: 52.090_736_9, longitude: 5.121_420_1 })).toEqual({
      latitude: 52.09,
      longitude: 5.12,
    })
    expect(roughly({ latitude: -0.005_1, longitude: -179.999 })).toEqual({ latitude: -0.01, longitude: -180 })
  })

  it('that is refused says so, apart from one that is not found', () => {
    expect(new NoPosition(true).failed.reason).toBe('place_denied')
    expect(new NoPosition(false).failed.reason).toBe('place_not_found')
  })
})
