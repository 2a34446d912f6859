import { isLocale, type Locale } from './locales'

type Wishes = {
  /** Value of the cookie i18n_redirected. */
  cookie: string | null
  /** What the gateway chose for this request. */
  offered: string | null
  /** Language tag of the domain, for example nl-NL. */
  domainLanguage: string
  /** Languages of the site. */
  languages: readonly string[]
}

/** The languages of a site that we have a catalog for, never none. */
export function visibleLocales(languages: readonly string[]): Locale[] {
  const known = languages.filter(isLocale)
  return known.length > 0 ? known : ['en']
}

/**
 * The language of a first view: the visitor's own choice, else the gateway's, else the first two letters of
 * the domain's language, each only when the site has it; else the site's first.
 */
export function chooseLocale({ cookie, offered, domainLanguage, languages }: Wishes): Locale {
  const visible = visibleLocales(languages)
  const wishes = [cookie, offered, domainLanguage.slice(0, 2).toLowerCase()]
  for (const wish of wishes) {
    const match = visible.find(locale => locale === wish)
    if (match) return match
  }
  return visible[0] ?? 'en'
}
