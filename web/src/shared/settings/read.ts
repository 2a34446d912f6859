import * as v from 'valibot'
import { SiteSettings } from './schema'

/** The settings that the gateway wrote into the page. Throws when they are missing or wrong. */
export function readSettings(from: Document = document): SiteSettings {
  const text = from.getElementById('site-settings')?.textContent ?? ''
  return v.parse(SiteSettings, JSON.parse(text))
}
