// Pictures of every screen: phone and desktop, light and dark, Dutch and Polish, into shots/.
// ONLY=profile npm run shots takes only the screens whose name has that word.
import { mkdir } from 'node:fs/promises'
import { DESKTOP, launch, PHONE } from './browser.mjs'
import { start } from './fixture/serve.ts'
import { screens } from './screens.mjs'

const fixture = await start()
const browser = await launch()
const sites = {
  nl: `http://localhost:${fixture.port}`,
  pl: `http://international.localhost:${fixture.port}`,
}
let taken = 0
const failed = []

async function shoot(language, scheme, size, screen) {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    locale: language,
  })
  const origin = sites[language]
  const add = (name, value) => context.addCookies([{ name, value, url: origin }])
  await add('i18n_redirected', language)
  if (screen.member) await add('fixture', screen.member)
  if (!screen.asStranger) {
    await context.addInitScript(() => localStorage.setItem('entry-warning.skipped-at', '1'))
  }
  const page = await context.newPage()
  await page.goto(origin + screen.path)
  await page.evaluate(() => document.fonts.ready)
  await page
    .locator(screen.ready ?? 'main h1')
    .first()
    .waitFor({ state: 'attached' })
  await screen.act?.(page)
  const name = `${screen.name}-${size.width}-${scheme}-${language}.png`
  await page.screenshot({
    path: new URL(`../shots/${name}`, import.meta.url).pathname,
    fullPage: !screen.viewport,
  })
  taken += 1
  await context.close()
}

await mkdir(new URL('../shots/', import.meta.url), { recursive: true })
for (const screen of screens.filter(each => each.name.includes(process.env.ONLY ?? ''))) {
  for (const language of ['nl', 'pl']) {
    for (const scheme of ['light', 'dark']) {
      for (const size of [PHONE, DESKTOP]) {
        await shoot(language, scheme, size, screen).catch(error => {
          failed.push(`${screen.name} ${language} ${scheme} ${size.width}: ${error.message}`)
        })
      }
    }
  }
}
await browser.close()
fixture.stop()
for (const line of failed) console.error(line)
console.log(`${taken} pictures, ${failed.length} failed`)
process.exit(failed.length ? 1 : 0)
