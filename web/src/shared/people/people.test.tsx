import { create } from '@bufbuild/protobuf'
import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect'
import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import * as v from 'valibot'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MatchingService } from '../../gen/vonk/matching/v1/matching_pb'
import { CardSchema, ProfileKind } from '../../gen/vonk/profiles/v1/profiles_pb'
import { site } from '../../testing/fixtures'
import { somebody } from '../../testing/people'
import { show } from '../../testing/render'
import { PersonCard } from '../../ui/person-card'
import { openMatch } from '../modals/match'
import { setOpener } from '../modals/opener'
import { keys } from '../query/keys'
import { replaceTransport } from '../rpc/transport'
import { staysHidden } from '../storage/hidden-alert'
import { changeLikes, type Likes, likesQuery, matchesOf, seen, withLiked, without } from './likes'
import { personOf } from './of-card'
import { PhpProfile, personOfPhp } from './of-php'
import type { Person } from './person'
import { type Relation, relationQuery } from './relation'
import { useLike } from './use-like'

const entry = (id: string, like_new = false) => ({ ...somebody({ id }), like_new })
const likes: Likes = { profiles: [entry('a'), entry('b')], liked_by: [entry('b', true), entry('c', true)] }
const ids = (people: readonly Person[]) => people.map(({ id }) => id)

describe('likes', () => {
  it('both ways are matches', () => expect(ids(matchesOf(likes))).toEqual(['b']))

  it('are new no more once the profile was opened', () => {
    expect(seen(likes, 'c').liked_by.map(({ like_new }) => like_new)).toEqual([true, false])
  })

  it('end with a block, both ways', () => {
    const left = without(likes, 'b')
    expect([ids(left.profiles), ids(left.liked_by)]).toEqual([['a'], ['c']])
  })

  it('given are there once, the latest first', () => {
    expect(ids(withLiked(likes, somebody({ id: 'b' }), true).profiles)).toEqual(['b', 'a'])
    expect(ids(withLiked(likes, somebody({ id: 'b' }), false).profiles)).toEqual(['a'])
  })

  it('that were changed can be taken back', () => {
    const client = new QueryClient()
    client.setQueryData(likesQuery().queryKey, likes)
    const undo = changeLikes(client, held => without(held, 'a'))
    expect(client.getQueryData<Likes>(keys.likes())?.profiles).toHaveLength(1)
    undo()
    expect(client.getQueryData(keys.likes())).toEqual(likes)
  })
})

const person = somebody()
const relation: Relation = { liked: false, likesMe: true, matched: false, blocked: false }
function LikeButton() {
  const { mutate } = useLike(person)
  return (
    <button type="button" onClick={() => mutate(true)}>
      Like
    </button>
  )
}

describe('a press on Like', () => {
  const opened = vi.fn()
  const stop: (() => void)[] = []
  afterEach(() => {
    for (const each of stop.splice(0)) each()
    opened.mockReset()
  })

  async function press(like: () => Promise<{ matched: boolean }>) {
    replaceTransport(
      createRouterTransport(({ service }) =>
        service(MatchingService, { like, getRelation: () => ({ ...relation }) }),
      ),
    )
    const { client } = show(<LikeButton />)
    stop.push(setOpener(opened))
    client.setQueryData(relationQuery(person.id).queryKey, relation)
    client.setQueryData(keys.likes(), { profiles: [], liked_by: [] })
    await userEvent.setup().click(screen.getByRole('button', { name: 'Like' }))
    return client
  }

  it('shows before the server has answered, and celebrates when it was a like back', async () => {
    let answer: (value: { matched: boolean }) => void = () => undefined
    const client = await press(() => new Promise(resolve => (answer = resolve)))
    await vi.waitFor(() =>
      expect(client.getQueryData<Relation>(keys.relation(person.id))).toMatchObject({ liked: true }),
    )
    expect(client.getQueryData<Likes>(keys.likes())?.profiles).toHaveLength(1)
    expect(opened).not.toHaveBeenCalled()
    answer({ matched: true })
    await vi.waitFor(() => expect(opened).toHaveBeenCalledWith('match', { memberId: person.id, kind: 'match' }))
    // The live stream tells of the same match a moment later.
    openMatch(person.id)
    expect(opened).toHaveBeenCalledOnce()
  })

  it('is taken back when the server refuses', async () => {
    const client = await press(() => Promise.reject(new ConnectError('no', Code.FailedPrecondition)))
    await vi.waitFor(() =>
      expect(client.getQueryData<Relation>(keys.relation(person.id))).toMatchObject({ liked: false }),
    )
    expect(client.getQueryData<Likes>(keys.likes())?.profiles).toHaveLength(0)
    expect(opened).not.toHaveBeenCalled()
  })
})

describe('a fictional profile', () => {
  const settings = { ...site, fictional_singular: 'fictional friend' }

  it('says so in words on every card', () => {
    show(<PersonCard person={somebody({ fictional: true })} to="/members/x" />, { settings })
    expect(screen.getByRole('link', { name: /fictional friend/ })).toBeTruthy()
  })

  it('is whoever is not surely a member', () => {
    const card = (kind: ProfileKind) => personOf(create(CardSchema, { memberId: 'x', name: 'X', kind }))
    expect(card(ProfileKind.MEMBER).fictional).toBe(false)
    expect(card(ProfileKind.FICTIONAL).fictional).toBe(true)
    expect(card(ProfileKind.UNSPECIFIED).fictional).toBe(true)
    const php = (kind?: string) => personOfPhp(v.parse(PhpProfile, { id: 'x', name: 'X', kind }))
    expect(php('member').fictional).toBe(false)
    expect(php('fictional').fictional).toBe(true)
    expect(php().fictional).toBe(true)
    const gone = v.parse(PhpProfile, { id: 'x', name: '', kind: null, age: 0, status: 'deleted' })
    expect(personOfPhp(gone)).toMatchObject({ fictional: false, age: null })
  })
})

it('a card names who it is, where and what is new', () => {
  show(<PersonCard person={somebody({ online: true, distanceKm: 12 })} to="/members/x" isNew />)
  expect(screen.getByRole('link').textContent).toMatch(/New.*Online.*Bram, 34.*Utrecht · 12\u00a0km/)
})

it('a hidden alert comes back after its time', () => {
  expect(staysHidden(null, 100, 50)).toBe(false)
  expect(staysHidden(60, 100, 50)).toBe(true)
  expect(staysHidden(50, 100, 50)).toBe(false)
})
