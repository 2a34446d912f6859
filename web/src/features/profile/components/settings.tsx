import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOfPhp } from '../../../shared/failures/of-php'
import type { Failure } from '../../../shared/failures/reasons'
import { useFailureText } from '../../../shared/failures/text'
import { visibleLocales } from '../../../shared/i18n/choose'
import { isLocale, LOCALE_NAMES } from '../../../shared/i18n/locales'
import { useChangeLocale } from '../../../shared/session/use-change-locale'
import { useSettings } from '../../../shared/settings/context'
import { chooseTheme, type ThemeChoice, themeChoice } from '../../../shared/storage/theme'
import { Alert } from '../../../ui/alert'
import { Choices } from '../../../ui/choices'
import { SelectField } from '../../../ui/field'
import { Section } from './section'

/** Language and theme. */
export function Settings() {
  const { t, i18n } = useLingui()
  const textOf = useFailureText()
  const locales = visibleLocales(useSettings().languages)
  const change = useChangeLocale()
  const [failed, setFailed] = useState<Failure | null>(null)
  const [theme, setTheme] = useState(themeChoice)
  const themes: { value: ThemeChoice; label: string }[] = [
    { value: 'light', label: t`Light` },
    { value: 'dark', label: t`Dark` },
    { value: 'system', label: t`As my device` },
  ]
  const changeLocale = (next: string) => {
    if (!isLocale(next)) return
    setFailed(null)
    change(next).catch(error => setFailed(failureOfPhp(error)))
  }
  return (
    <Section id="settings" title={t`Settings`}>
      {failed && <Alert tone="danger">{textOf(failed)}</Alert>}
      {locales.length > 1 && (
        <SelectField
          label={t`Language`}
          hint={t`Of this site and of the mails you get.`}
          value={i18n.locale}
          onChange={changeLocale}
          options={locales.map(locale => ({ value: locale, label: LOCALE_NAMES[locale], lang: locale }))}
        />
      )}
      <Choices
        many={false}
        name="theme"
        legend={t`Appearance`}
        options={themes}
        value={theme}
        onChange={choice => {
          chooseTheme(choice)
          setTheme(choice)
        }}
      />
    </Section>
  )
}
