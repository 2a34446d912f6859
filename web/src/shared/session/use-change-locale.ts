import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { php } from '../http/php'
import { activate, rememberLocale } from '../i18n/i18n'
import type { Locale } from '../i18n/locales'
import { keys } from '../query/keys'

/** Shows the site in another language, remembers it, and tells the server when a member is logged in. */
export function useChangeLocale(): (locale: Locale) => Promise<void> {
  const client = useQueryClient()
  return async locale => {
    await activate(locale)
    rememberLocale(locale)
    if (!client.getQueryData(keys.user())) return
    await php('user.php', v.unknown(), { method: 'PUT', body: { language: locale } })
    await Promise.all([keys.user(), keys.account()].map(queryKey => client.invalidateQueries({ queryKey })))
  }
}
