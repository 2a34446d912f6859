import type { SiteSettings } from '../../shared/settings/schema'

/** Whether this visitor may sign up on the site. */
export function signupsOpen(signups: SiteSettings['signups'], hasTrafficSource: boolean): boolean {
  return signups === 'all' || (signups === 'with_trafficsource' && hasTrafficSource)
}
