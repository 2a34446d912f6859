import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { i18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { activate } from './i18n'
import { LOCALE_NAMES, LOCALES } from './locales'

/** msgid to msgstr of a catalog; a context stands before its msgid. */
function entries(locale: string): Map<string, string> {
  const po = readFileSync(join(import.meta.dirname, `../../locales/${locale}.po`), 'utf8')
  const unquote = (lines: string) => [...lines.matchAll(/"(.*)"/g)].map(line => line[1]).join('')
  return new Map(
    [...po.matchAll(/^(?:msgctxt "(.*)"\n)?msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm)]
      .map(([, context, id = '', text = '']) => ({ context, id: unquote(id), text: unquote(text) }))
      .filter(({ id }) => id !== '')
      .map(({ context, id, text }) => [context ? `${context}: ${id}` : id, text] as const),
  )
}

const places = (text: string) =>
  [...text.matchAll(/\{(\w+)(?=[},])|<\/?\d+>/g)]
    .map(found => found[0])
    .sort()
    .filter((each, at, all) => each !== all[at - 1])

describe.each(LOCALES)('the catalog %s', locale => {
  it('loads, and the page says so', async () => {
    await activate(locale)
    expect(i18n.locale).toBe(locale)
    expect(document.documentElement.lang).toBe(locale)
    expect(Object.keys(i18n.messages).length).toBe(entries('en').size)
    expect(LOCALE_NAMES[locale].length).toBeGreaterThan(3)
  })

  it('has a text for every message, with the same places to fill', () => {
    for (const [id, text] of entries(locale)) {
      expect(text, id).not.toBe('')
      expect(places(text), id).toEqual(places(id))
    }
  })

  it('has every plural form that its language needs', () => {
    const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    const plurals = [...entries(locale)].filter(([id]) => id.includes(', plural,'))
    expect(plurals.length).toBeGreaterThan(3)
    for (const [id, text] of plurals) {
      for (const form of needed) expect(text, id).toMatch(new RegExp(`\\b${form} \\{`))
    }
  })
})

describe('Dutch', () => {
  it.each([
    'Je profielnaam moet anders zijn dan je e-mailadres',
    'Ongeldige e-mail',
    'De opgegeven wachtwoorden zijn niet gelijk.',
    'Dit e-mailadres heeft al een account op deze site.',
    'Nieuw e-mailadres invalide.',
    'Controleer je oude wachtwoord.',
    'Login mislukt, probeer opnieuw',
    'Te veel foute pogingen, account voor {minutes} min geblokkeerd.',
    'Link verlopen of invalide, vraag een nieuwe e-mail aan',
    'Activeren mislukt',
    'Er is een fout opgetreden, probeer het later opnieuw.',
  ])('has the fixed text: %s', text => {
    expect([...entries('nl').values()]).toContain(text)
  })

  it('sends who asked for too many mails to tomorrow', () => {
    expect([...entries('nl').values()].join('\n')).toContain('probeer het morgen nog eens')
  })
})
