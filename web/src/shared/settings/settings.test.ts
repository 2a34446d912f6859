import { expect, it } from 'vitest'
import { site } from '../../testing/fixtures'
import { telHref } from '../company/company'
import { visitorCountry } from './country'
import { readSettings } from './read'

function page(text: string): Document {
  const made = document.implementation.createHTMLDocument()
  const script = made.createElement('script')
  script.type = 'application/json'
  script.id = 'site-settings'
  script.textContent = text
  made.body.append(script)
  return made
}

it('settings come from the page, and what is new there is no trouble', () => {
  expect(readSettings(page(JSON.stringify({ ...site, brand_new: 1 })))).toEqual(site)
})

it.each(['', '{}', JSON.stringify({ ...site, min_age: 17 }), JSON.stringify({ ...site, id: 'x' })])(
  'wrong settings are refused: %s',
  text => {
    expect(() => readSettings(page(text))).toThrow()
  },
)

it('a visitor’s country is the chosen, else by network, else the only one', () => {
  const known = { countries: ['NL'], geoip_country: 'BE', geoip_selected_country: 'DE' }
  expect(visitorCountry(known)).toBe('DE')
  expect(visitorCountry({ ...known, geoip_selected_country: '' })).toBe('BE')
  expect(visitorCountry({ ...known, geoip_selected_country: null, geoip_country: null })).toBe('NL')
  expect(
    visitorCountry({ countries: ['NL', 'BE'], geoip_country: null, geoip_selected_country: null }),
  ).toBeNull()
})

it('a tel: link has no dashes and no spaces', () => {
  expect(telHref('+31 20-555 01 23')).toBe('tel:+31205550123')
})
