import { i18n, type Messages } from '@lingui/core'
import { writeCookie } from '../storage/cookie'
import type { Locale } from './locales'

const catalogs = import.meta.glob<{ messages: Messages }>('../../locales/*.po')

/** Loads a language and shows the page in it. */
export async function activate(locale: Locale): Promise<void> {
  const load = catalogs[`../../locales/${locale}.po`]
  if (!load) throw new Error(`no catalog for ${locale}`)
  const { messages } = await load()
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale
}

/** Remembers the visitor's choice of language for 365 days, for us and for the gateway. */
export function rememberLocale(locale: Locale): void {
  writeCookie('i18n_redirected', locale, 365)
}
