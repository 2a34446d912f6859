// Runs stories one after the other in one Chromium, and sees to it that no page breaks a rule meanwhile.
import { DESKTOP, launch } from './browser.mjs'

const stories = []

/** A story: a sentence, and what a person does. */
export const story = (name, run) => stories.push({ name, run })

export const BASE_URL = process.env.BASE_URL ?? 'http://localhost:8080'
export const INTERNATIONAL_URL = process.env.INTERNATIONAL_URL ?? 'http://international.localhost:8080'

const PATIENCE = 15_000

/** Events of a page that are told when its story fails. */
const LAST = 40

/** What the browser says of calls while it has no network, and when it gets one. */
export const OFFLINE = [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK|Failed to fetch/]

/** The pages ask on a clock, also in the moment in which a session ends. */
const ASKED_TOO_LATE = /status of 403 .*\/api\/(chats|likes|discountcode)\.php/

/** A person with a browser of their own. Everything their pages complain of fails the story. */
class World {
  #browser
  #contexts = []
  #happened = new Map()
  complaints = []

  constructor(browser) {
    this.#browser = browser
  }

  /**
   * Opens a browser. `expects`: complaints of the browser that belong to the story, such as the line Chromium
   * writes for every answer of 401.
   */
  async person({ size = DESKTOP, scheme = 'light', language, expects = [], cookies = [] } = {}) {
    const context = await this.#browser.newContext({
      viewport: size,
      colorScheme: scheme,
      hasTouch: size.width < 576,
      locale: language,
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(PATIENCE)
    context.setDefaultNavigationTimeout(PATIENCE)
    await context.addCookies(cookies)
    this.#contexts.push(context)
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', event => {
        console.error(`CSP: ${event.effectiveDirective} blocked ${event.blockedURI} ${event.sample}`)
      })
    })
    const complain = text => {
      if (![ASKED_TOO_LATE, ...expects].some(expected => expected.test(text))) this.complaints.push(text)
    }
    context.on('page', page => {
      this.#listen(page)
      refuseAsyncWaits(page)
      page.on('console', message => {
        if (message.type() === 'error') complain(`console: ${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', error => complain(`exception: ${error.message}`))
    })
    return context.newPage()
  }

  /** Keeps what a page asked for and what came of it. */
  #listen(page) {
    const events = []
    const began = performance.now()
    const keep = (what, url, more = '') => {
      events.push(`${((performance.now() - began) / 1000).toFixed(2)} ${what} ${new URL(url).pathname} ${more}`)
      events.splice(0, events.length - LAST)
    }
    this.#happened.set(page, events)
    page.on('request', request => keep('asks', request.url()))
    page.on('response', answer => keep('answer', answer.url(), answer.status()))
    page.on('requestfailed', request => keep('lost', request.url(), request.failure()?.errorText))
    page.on('framenavigated', frame => keep('is at', frame.url()))
  }

  /** What was on the screens when the story failed, into e2e/.out/, and what the pages did last. */
  async picture(name) {
    const stem = name.replace(/\W+/g, '-')
    for (const [at, page] of this.#contexts.flatMap(context => context.pages()).entries()) {
      const path = new URL(`.out/${stem}-${at}.png`, import.meta.url).pathname
      await page.screenshot({ path }).catch(() => undefined)
      console.log(`    at ${page.url()}, seen in ${path.slice(path.indexOf('e2e/'))}`)
      console.log(`      ${(this.#happened.get(page) ?? []).join('\n      ')}`)
    }
  }

  async end() {
    await Promise.all(this.#contexts.map(context => context.close()))
  }
}

export function check(holds, sentence) {
  if (!holds) throw new Error(sentence)
}

export function same(found, wanted, sentence) {
  check(
    Object.is(found, wanted),
    `${sentence}: wanted ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`,
  )
}

/** Waits until something is so in a page. Unlike Playwright's `waitForFunction` it waits for promises too. */
export async function until(page, holds, argument) {
  const deadline = performance.now() + PATIENCE
  while (!(await page.evaluate(holds, argument))) {
    check(performance.now() < deadline, `never so on ${new URL(page.url()).pathname}: ${holds}`)
    await page.waitForTimeout(100)
  }
}

/** To `waitForFunction` a promise is true at once, whatever comes of it. */
function refuseAsyncWaits(page) {
  const wait = page.waitForFunction.bind(page)
  page.waitForFunction = (holds, ...rest) => {
    check(holds.constructor.name !== 'AsyncFunction', 'waitForFunction takes no promise: use until()')
    return wait(holds, ...rest)
  }
}

/** Tells one story to its end; the answer is what went wrong, if anything did. */
async function told(browser, { name, run }) {
  const world = new World(browser)
  try {
    await run(world)
    check(world.complaints.length === 0, `the browser complained:\n    ${world.complaints.join('\n    ')}`)
    return undefined
  } catch (error) {
    console.log(`  ${error.stack ?? error}`)
    for (const complaint of world.complaints) console.log(`    ${complaint}`)
    await world.picture(name)
    return error
  } finally {
    await world.end()
  }
}

/**
 * Tells all stories whose name has the word of `ONLY`; the answer is how many failed.
 *
 * A story that fails is told once more from its start: only what fails twice has failed. One that passes then is
 * unsteady, which is said of it and at the end: a fault that comes and goes is still one to be found.
 * `TELL_ONCE=1` tells none again.
 */
export async function tell() {
  const browser = await launch()
  const count = { ok: 0, unsteady: 0, FAIL: 0 }
  const amiss = []
  for (const each of stories.filter(({ name }) => name.includes(process.env.ONLY ?? ''))) {
    const began = performance.now()
    const error = await told(browser, each)
    const again = error && !process.env.TELL_ONCE
    const verdict = error ? (again && !(await told(browser, each)) ? 'unsteady' : 'FAIL') : 'ok'
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    count[verdict] += 1
    console.log(`${verdict.padStart(8)}  ${seconds.padStart(5)} s  ${each.name}`)
    if (error) amiss.push(`${verdict}: ${each.name}: ${String(error).split('\n')[0]}`)
  }
  await browser.close()
  for (const line of amiss) console.log(line)
  console.log(`${count.ok + count.unsteady} passed, ${count.FAIL} failed`)
  return count.FAIL
}
