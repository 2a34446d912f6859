// The texts of the site by their English words, from the same catalogs that the site uses.
import { readFileSync } from 'node:fs'

const unquote = lines => JSON.parse(`"${[...lines.matchAll(/"(.*)"/g)].map(line => line[1]).join('')}"`)

function catalog(language) {
  const po = readFileSync(new URL(`../src/locales/${language}.po`, import.meta.url), 'utf8')
  return new Map(
    [...po.matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm)].map(found => [
      unquote(found[1]),
      unquote(found[2]),
    ]),
  )
}

/** `say('Log in')` in a language; `say('Hello {name}', {name: 'Ann'})` with its places filled. */
export function wordsOf(language) {
  const texts = catalog(language)
  return (english, places = {}) => {
    const text = texts.get(english)
    if (!text) throw new Error(`no ${language} text for: ${english}`)
    return text.replace(/<\/?\d+>/g, '').replace(/\{(\w+)\}/g, (whole, name) => String(places[name] ?? whole))
  }
}
