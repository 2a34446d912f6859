import type { User } from '../shared/session/user'
import type { SiteSettings } from '../shared/settings/schema'

/** A site with everything open. */
export const site: SiteSettings = {
  id: '01890000-0000-7000-8000-000000000001',
  name: 'Vonk',
  domain: 'localhost',
  domain_language: 'nl-NL',
  languages: ['nl', 'pl', 'en'],
  locale: 'nl',
  cdn_prefix: '',
  index_title: 'Vonk',
  description: '',
  niche: 1,
  countries: ['NL', 'PL'],
  support_email: 'help@vonk.example',
  support_phone: '',
  enable_site_entry_popup: 'yes',
  geoip_country: null,
  geoip_selected_country: 'NL',
  signups: 'all',
  min_age: 18,
  disclose_membership: false,
  time_zone: 'Europe/Amsterdam',
  push_public_key: null,
  refund_days: 14,
  visible_profile_fields: [],
}

export const member: User = {
  id: 'm1',
  status: 'active',
  credits: 0,
  paid_user: false,
  signup_date: '2026-11-02T18:20:00Z',
  language: 'nl',
  notifications_disabled: [],
  profile: { id: 'm1', name: 'Marijke', country: 'NL', status: 'active' },
}
