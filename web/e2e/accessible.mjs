// Rules of accessibility, checked on what is now seen.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { check } from './harness.mjs'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Milliseconds after which a page has come to rest: a part that is still being painted is no violation yet. */
const REST = 2_000

/** No violation of WCAG 2.2 AA on what is now seen, once it has come to rest. */
export async function accessible(page, where) {
  await page.evaluate(AXE)
  const until = performance.now() + REST
  let found
  do {
    found = await violations(page)
  } while (found.length > 0 && performance.now() < until)
  check(found.length === 0, `${where}: ${found.join('\n')}`)
}

async function violations(page) {
  const { violations: found } = await page.evaluate(
    values => globalThis.axe.run(document, { runOnly: { type: 'tag', values } }),
    RULES,
  )
  return found.map(({ id, nodes }) => {
    const seen = nodes.map(({ target, any }) => `${target.join(' ')} (${any[0]?.message ?? ''})`)
    return `${id}: ${seen.join('; ')}`
  })
}

export const wide = page => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

/** Accessible in light and in dark, and nothing to scroll sideways. */
export async function fine(page, where) {
  for (const scheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.locator(`html[data-bs-theme=${scheme}]`).waitFor()
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    await accessible(page, `${where} in ${scheme}`)
  }
  check(!(await wide(page)), `${where} scrolls sideways`)
}
