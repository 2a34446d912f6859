import { afterEach, expect, it } from 'vitest'
import { hasTrafficSource, rememberTracking } from './memory'
import { stripTracking } from './strip'

afterEach(() => rememberTracking(null))

const strip = (query: string) => stripTracking(new URL(`https://vonk.example/login${query}#here`))

it('takes the parameters out of the address and leaves the rest', () => {
  const { clean, tracking } = strip('?network=n1&next=/profile&ref=r1&sub=s1&sub2=s2&aff_sub3=s3')
  expect(clean.href).toBe('https://vonk.example/login?next=%2Fprofile#here')
  expect(tracking).toEqual({ network: 'n1', ref: 'r1', sub1: 's1', sub2: 's2', sub3: 's3' })
})

it('takes the first spelling of a field, 200 characters of it', () => {
  expect(strip(`?sub1=first&aff_sub=second&ref=${'x'.repeat(300)}`).tracking).toMatchObject({
    sub1: 'first',
    ref: 'x'.repeat(200),
  })
})

it('is nothing without parameters', () => {
  const { clean, tracking } = strip('?next=/profile')
  expect(tracking).toBeNull()
  expect(clean.search).toBe('?next=/profile')
})

it('a traffic source is a network or a reference', () => {
  rememberTracking(strip('?sub1=a').tracking)
  expect(hasTrafficSource()).toBe(false)
  rememberTracking(strip('?ref=a').tracking)
  expect(hasTrafficSource()).toBe(true)
})
