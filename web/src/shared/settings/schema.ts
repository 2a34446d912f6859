import * as v from 'valibot'

const words = v.optional(v.array(v.string()), [])
const text = v.optional(v.string(), '')
const maybe = v.optional(v.nullable(v.string()), null)

/** What a page needs to know of its site; the same object as /api/settings.php plus `locale`. */
export const SiteSettings = v.object({
  id: v.pipe(v.string(), v.uuid()),
  name: v.pipe(v.string(), v.nonEmpty()),
  domain: v.string(),
  domain_language: v.string(),
  languages: v.array(v.string()),
  locale: maybe,
  cdn_prefix: text,
  index_title: text,
  description: text,
  niche: v.optional(v.number(), 1),
  countries: v.array(v.string()),
  support_email: text,
  support_phone: text,
  enable_site_entry_popup: v.optional(v.picklist(['yes', 'no']), 'yes'),
  geoip_country: maybe,
  geoip_selected_country: maybe,
  signups: v.optional(v.picklist(['all', 'with_trafficsource', 'off']), 'off'),
  min_age: v.pipe(v.number(), v.minValue(18)),
  disclose_membership: v.optional(v.boolean(), false),
  time_zone: v.optional(v.string(), 'UTC'),
  push_public_key: maybe,
  refund_days: v.optional(v.number(), 14),
  visible_profile_fields: words,
  message_credits: v.optional(v.number(), 10),
  photo_credits: v.optional(v.number(), 20),
  gift_credits: v.optional(v.number(), 10),
  /** By country, in the minor unit of the currency. */
  minimum_message_costs: v.optional(
    v.record(v.string(), v.object({ costs: v.number(), currency: v.string() })),
    {},
  ),
  search_fields: words,
  fictional_enabled: v.optional(v.boolean(), false),
  message_length: v.optional(v.number(), 1000),
  fictional_warning: text,
  fictional_singular: text,
  fictional_plural: text,
  logged_out_search: v.optional(v.boolean(), false),
  logged_out_search_trafficsource: v.optional(v.boolean(), false),
})

export type SiteSettings = v.InferOutput<typeof SiteSettings>
