import { describe, expect, it } from 'vitest'
import { somebody } from '../../testing/people'
import { everybody, type Page } from './api/search'
import { countFilters, noFilters, OLDEST, type Rules, readFilters, writeFilters } from './filters'

const rules: Rules = {
  minAge: 18,
  countries: ['NL', 'BE'],
  searchFields: ['relationship_status', 'body_type', 'interests'],
  fictional: false,
}

const read = (address: string, with_: Partial<Rules> = {}) =>
  readFilters(new URLSearchParams(address), { ...rules, ...with_ })

describe('the filters of an address', () => {
  it('come back as they were written', () => {
    const filters = {
      ...noFilters(rules),
      gender: 'woman' as const,
      sought: 'man' as const,
      country: 'BE',
      region: 7,
      minAge: 25,
      maxAge: 40,
      interests: ['hiking', 'art'],
      attributes: { body_type: ['slim', 'athletic'] },
      withPhoto: true,
    }
    const address = writeFilters(filters, rules).toString()
    expect(read(address)).toEqual({
      ...filters,
      interests: ['art', 'hiking'],
      attributes: { body_type: ['athletic', 'slim'] },
    })
    expect(writeFilters(read(address), rules).toString()).toBe(address)
  })

  it('are not in it as long as they are not used', () => {
    expect(writeFilters(noFilters(rules), rules).toString()).toBe('')
    expect(read('')).toEqual(noFilters(rules))
  })

  it('leave out what the site does not know or allow', () => {
    const nonsense =
      'gender=dragon&country=US&region=-3&min_age=12&max_age=abc&tattoos=many&body_type=huge,slim&fictional=1'
    expect(read(nonsense)).toEqual({ ...noFilters(rules), attributes: { body_type: ['slim'] } })
    expect(read('interests=art', { searchFields: [] }).interests).toEqual([])
    expect(read('fictional=1', { fictional: true }).withFictional).toBe(true)
  })

  it('put ages in order', () => {
    expect(read('min_age=50&max_age=30')).toMatchObject({ minAge: 30, maxAge: 50 })
    expect(read('max_age=200')).toMatchObject({ maxAge: OLDEST })
  })

  it('count both ends of the ages as one', () => {
    expect(countFilters(read('min_age=20&max_age=30&gender=man'), rules)).toBe(2)
    expect(countFilters(read('max_age=30'), rules)).toBe(1)
    expect(countFilters(read(''), rules)).toBe(0)
  })
})

it('somebody who moved up between two pages is shown once', () => {
  const page = (...ids: string[]): Page => ({
    people: ids.map(id => somebody({ id })),
    total: 4,
    next: '',
    similar: [],
  })
  expect(everybody([page('a', 'b'), page('b', 'c')]).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
