import type { SiteSettings } from './schema'

type Places = Pick<SiteSettings, 'countries' | 'geoip_country' | 'geoip_selected_country'>

/** The visitor's country as far as it is known: chosen, else by network, else the site's only one. */
export function visitorCountry({ countries, geoip_country, geoip_selected_country }: Places): string | null {
  return geoip_selected_country || geoip_country || (countries.length === 1 ? (countries[0] ?? null) : null)
}
