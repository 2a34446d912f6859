import { createContext, use } from 'react'
import type { SiteSettings } from './schema'

export const SettingsContext = createContext<SiteSettings | null>(null)

/** The settings of the site this page belongs to. */
export function useSettings(): SiteSettings {
  const settings = use(SettingsContext)
  if (!settings) throw new Error('no settings above this component')
  return settings
}
