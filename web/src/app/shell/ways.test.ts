import { expect, it } from 'vitest'
import { paths } from '../../shared/paths'
import { isPartOf } from './ways'

const WAYS = [paths.members, paths.chats, paths.likes, paths.credits, paths.premium, paths.profile]

/** The ways that are marked on a page. */
const marked = (pathname: string) => WAYS.filter(way => isPartOf(way, pathname))

it.each([
  ['/members', paths.members],
  ['/members/m2', paths.members],
  ['/members/m2/chat', paths.chats],
  ['/chats', paths.chats],
  ['/chats/c1', paths.chats],
  ['/likes/m/m2', paths.likes],
  ['/credits/p1/ideal', paths.credits],
])('%s belongs to %s and to nothing else', (pathname, way) => {
  expect(marked(pathname)).toEqual([way])
})

it('a page that only begins alike belongs to none', () => {
  expect(marked('/membership')).toEqual([])
  expect(marked('/notifications')).toEqual([])
})
