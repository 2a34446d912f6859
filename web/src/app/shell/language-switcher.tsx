import { useLingui } from '@lingui/react/macro'
import { visibleLocales } from '../../shared/i18n/choose'
import { isLocale, LOCALE_NAMES } from '../../shared/i18n/locales'
import { useChangeLocale } from '../../shared/session/use-change-locale'
import { useSettings } from '../../shared/settings/context'
import { GlobeIcon } from '../../ui/icons-first'

/** Only when there is a choice. */
export function LanguageSwitcher() {
  const { t, i18n } = useLingui()
  const locales = visibleLocales(useSettings().languages)
  const change = useChangeLocale()
  if (locales.length < 2) return null
  return (
    <div className="language-switcher">
      <GlobeIcon />
      <select
        aria-label={t`Language`}
        value={i18n.locale}
        onChange={event => {
          if (isLocale(event.target.value)) change(event.target.value).catch(() => undefined)
        }}
      >
        {locales.map(locale => (
          <option key={locale} value={locale} lang={locale}>
            {LOCALE_NAMES[locale]}
          </option>
        ))}
      </select>
    </div>
  )
}
