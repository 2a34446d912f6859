import { describe, expect, it } from 'vitest'
import { chooseLocale, visibleLocales } from './choose'
import { countryName, datePartOrder, formatAgo, formatIsoDate, sortedCountries } from './format'

const site = { cookie: null, offered: null, domainLanguage: 'nl-NL', languages: ['en', 'nl', 'pl'] }

describe('the language of a first view', () => {
  it.each([
    [{ cookie: 'pl', offered: 'en' }, 'pl'],
    [{ cookie: 'fr', offered: 'en' }, 'en'],
    [{ cookie: null, offered: null }, 'nl'],
    [{ cookie: null, offered: null, domainLanguage: 'xx' }, 'en'],
    [{ cookie: '../../etc', offered: null }, 'nl'],
  ])('%j: %s', (wishes, locale) => {
    expect(chooseLocale({ ...site, ...wishes })).toBe(locale)
  })

  it('is one we have a catalog for', () => {
    expect(visibleLocales(['xx', 'fi'])).toEqual(['fi'])
    expect(visibleLocales(['xx'])).toEqual(['en'])
  })
})

describe('formats', () => {
  it('order a date as the language does', () => {
    expect(datePartOrder('nl')).toEqual(['day', 'month', 'year'])
    expect(datePartOrder('sv')).toEqual(['year', 'month', 'day'])
  })

  it('show a calendar date as the same day everywhere', () => {
    expect(formatIsoDate('1988-04-17', 'nl')).toBe('17 april 1988')
    expect(formatIsoDate('1988-04-17', 'pl')).toBe('17 kwietnia 1988')
  })

  it('say how long ago', () => {
    const now = new Date('2026-11-20T12:00:00Z')
    const ago = (minutes: number) => formatAgo(new Date(now.getTime() - minutes * 60_000), now, 'nl')
    expect(ago(0)).toBe('nu')
    expect(ago(190)).toBe('3 uur geleden')
    expect(ago(3 * 1440)).toBe('3 dagen geleden')
  })

  it('name countries in the language of the reader, in its order', () => {
    expect(countryName('DE', 'pl')).toBe('Niemcy')
    expect(countryName('not a code', 'pl')).toBe('not a code')
    expect(sortedCountries(['NL', 'DE', 'AT'], 'nl').map(({ code }) => code)).toEqual(['DE', 'NL', 'AT'])
  })
})
