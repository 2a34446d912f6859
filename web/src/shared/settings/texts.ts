import type { SiteSettings } from './schema'

/** Whether the operator's own words (title, description) are in the reader's language. */
export function inSiteLanguage(
  { domain_language }: Pick<SiteSettings, 'domain_language'>,
  locale: string,
): boolean {
  return domain_language.slice(0, 2).toLowerCase() === locale
}
