import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import * as v from 'valibot'
import { isInstalled } from '../../shared/a11y/media'
import { useModals } from '../../shared/modals/registry'
import { userQuery } from '../../shared/session/user'
import { useSettings } from '../../shared/settings/context'
import { visitorCountry } from '../../shared/settings/country'
import { read } from '../../shared/storage/store'

/** Where the time of the visitor's dismissal is kept. */
export const SKIPPED_AT = 'entry-warning.skipped-at'

/** Countries with the warning on the chat, lander and empty layouts. */
export const BARE_LAYOUT_COUNTRIES: readonly string[] = ['NL', 'DE']

const HIDDEN_ON = ['/complete-signup', '/reset-password', '/reset-password/do']

type Situation = {
  loggedOut: boolean
  installed: boolean
  enabled: boolean
  country: string | null
  listed: readonly string[]
  skipped: boolean
  path: string
}

/** Whether a visitor is asked for their age now. */
export function shouldWarn({
  loggedOut,
  installed,
  enabled,
  country,
  listed,
  skipped,
  path,
}: Situation): boolean {
  if (!loggedOut || installed || !enabled || skipped || HIDDEN_ON.includes(path)) return false
  return country !== null && listed.includes(country)
}

/** Opens the entry warning when this visitor should see it. `listed` missing: the site's own countries. */
export function useEntryWarning(listed?: readonly string[]): void {
  const settings = useSettings()
  const { data: user } = useQuery(userQuery())
  const { pathname } = useLocation()
  const { open } = useModals()
  const warn = shouldWarn({
    loggedOut: user === null,
    installed: isInstalled(),
    enabled: settings.enable_site_entry_popup === 'yes',
    country: visitorCountry(settings),
    listed: listed ?? settings.countries,
    skipped: read('local', SKIPPED_AT, v.number()) !== null,
    path: pathname,
  })
  useEffect(() => {
    if (warn) open('entry-warning', {})
  }, [warn, open])
}
