// No message without its text in every language, and no text in the code that the catalogs do not know.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const folder = new URL('../src/locales/', import.meta.url)
const catalogs = () => readdirSync(folder).filter(name => name.endsWith('.po'))
const read = name => readFileSync(new URL(name, folder), 'utf8')
// The time of the extraction is no change.
const texts = name => read(name).replace(/^"POT-Creation-Date:.*\n/m, '')

const lingui = (...args) => {
  try {
    execFileSync('lingui', args, { stdio: ['ignore', 'pipe', 'pipe'] })
    return true
  } catch (error) {
    console.error(String(error.stdout) + String(error.stderr))
    return false
  }
}

let failed = 0
const before = new Map(catalogs().map(name => [name, read(name)]))
const known = new Map(catalogs().map(name => [name, texts(name)]))
if (!lingui('extract', '--clean')) failed += 1
for (const [name, content] of known) {
  if (texts(name) !== content) {
    console.error(`${name} is not what the code says: npm run i18n:extract, and translate what is new`)
    failed += 1
  }
  writeFileSync(new URL(name, folder), before.get(name))
}
if (!lingui('compile', '--strict')) failed += 1
for (const name of readdirSync(folder)) if (!name.endsWith('.po')) rmSync(new URL(name, folder))

console.log(`${known.size} catalogs: ${failed ? `${failed} failures` : 'complete, and as the code says'}`)
process.exit(failed ? 1 : 0)
