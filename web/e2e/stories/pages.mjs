// Every page, for everybody: rules of accessibility, of the browser and of the network.
import { accessible, wide } from '../accessible.mjs'
import { button, heading, link, logIn, logOut, member, stranger } from '../acts.mjs'
import { DESKTOP, PHONE } from '../browser.mjs'
import { BASE_URL, check, INTERNATIONAL_URL, OFFLINE, same, story, until } from '../harness.mjs'

const skip = page => page.addInitScript(() => localStorage.setItem('entry-warning.skipped-at', '1'))

const VISITOR_PAGES = [
  '/',
  '/login',
  '/signup',
  '/reset-password',
  '/reset-password/do?token=x',
  '/reset-password/do',
  '/activate/done',
  '/activate/error',
  '/account-deleted',
  '/complaints',
  ...['terms', 'privacy', 'cookies', 'ban', 'return-policy', 'faq', 'service'].map(slug => `/pages/${slug}`),
]

for (const scheme of ['light', 'dark']) {
  for (const size of [DESKTOP, PHONE]) {
    story(`every page of a visitor is accessible at ${size.width} in ${scheme}`, async world => {
      const page = await world.person({ scheme, size, expects: [/404/] })
      await page.goto(BASE_URL)
      await page.getByRole('dialog').waitFor()
      await accessible(page, 'the entry warning')
      await skip(page)
      for (const path of VISITOR_PAGES) {
        await page.goto(BASE_URL + path)
        await page
          .locator(path.startsWith('/pages/') ? '.prose' : 'main h1')
          .first()
          .waitFor({ state: 'attached' })
        await page.locator('.company-name').or(page.locator('.layout--empty')).first().waitFor()
        await accessible(page, path)
        check(!(await wide(page)), `${path} scrolls sideways`)
      }
      await page.goto(`${BASE_URL}/no-such-page`)
      await heading(page, stranger().say('This page could not be found')).waitFor()
      await accessible(page, '404')
    })

    story(`every page of a member is accessible at ${size.width} in ${scheme}`, async world => {
      const { who, page } = await member(world, { scheme, size, language: 'pl' })
      await logIn(page, who)
      await page.locator('.account-button[aria-haspopup]').waitFor()
      await page.locator('.results-count[role=status]').waitFor()
      await accessible(page, '/members')
      await button(page, who.say('Account of {name}', { name: who.name })).click()
      await page.getByRole('menu').waitFor()
      await accessible(page, 'the account menu')
      await page.goto(`${who.site}/profile`)
      await page.locator('.sessions li').first().waitFor()
      await accessible(page, '/profile')
      check(!(await wide(page)), '/profile scrolls sideways')
      await button(page.locator('#delete'), who.say('Delete account')).click()
      await page.getByRole('dialog').waitFor()
      await accessible(page, 'deleting the account')
      await page.goto(`${who.site}/notifications`)
      await page.getByRole('switch').first().waitFor()
      await accessible(page, '/notifications')
      check(!(await wide(page)), '/notifications scrolls sideways')
    })
  }
}

story('every step of the sign-up is accessible, in the modal and on the page', async world => {
  for (const size of [DESKTOP, PHONE]) {
    const who = stranger('pl')
    const page = await world.person({
      size,
      cookies: [{ name: 'i18n_redirected', value: 'pl', url: INTERNATIONAL_URL }],
    })
    await skip(page)
    await page.goto(INTERNATIONAL_URL)
    await button(page, who.say('Sign up for free')).click()
    const onward = button(page, who.say('Continue'))
    await onward.click()
    await accessible(page, 'step 0 with its errors')
    await page.getByRole('radio', { name: who.say('Man'), exact: true }).check()
    await page.getByRole('checkbox', { name: who.say('Women'), exact: true }).check()
    await onward.click()
    await page.locator('input[autocomplete=bday-day]').fill('32')
    await onward.click()
    await accessible(page, 'step 1 with its errors')
    for (const [part, typed] of [
      ['day', '1'],
      ['month', '2'],
      ['year', '1980'],
    ]) {
      await page.locator(`input[autocomplete=bday-${part}]`).fill(typed)
    }
    await page.locator('select[autocomplete=country]').selectOption('PL')
    await onward.click()
    await onward.click()
    await accessible(page, 'step 2 with its errors')
    await page.locator('input[name=email]').fill(who.email)
    await page.locator('input[name=password]').fill(who.password)
    await onward.click()
    await page.locator('input[name=nickname]').fill(who.name)
    await accessible(page, 'step 3')
    await onward.click()
    await button(page, who.say('Create my account')).click()
    await accessible(page, 'step 4 with its errors')
  }
})

story('an address that is no page is a 404 with a way home', async world => {
  const { say } = stranger()
  const page = await world.person({ expects: [/404/] })
  await skip(page)
  const answer = await page.goto(`${BASE_URL}/no-such-page`)
  same(answer.status(), 404, 'the status')
  await link(page, say('Back to home')).click()
  await heading(page, say('It starts with a spark.')).waitFor()
})

story('no page asks another host for anything', async world => {
  const page = await world.person()
  await skip(page)
  const hosts = new Set()
  page.on('request', request => hosts.add(new URL(request.url()).host))
  for (const path of ['/', '/login', '/pages/terms', '/signup']) {
    await page.goto(BASE_URL + path)
    await page.locator('main h1').first().waitFor({ state: 'attached' })
  }
  same([...hosts].join(), new URL(BASE_URL).host, 'the hosts')
})

story('nothing on the first screen moves when the letters arrive', async world => {
  for (const language of ['nl', 'en', 'pl']) {
    for (const size of [DESKTOP, PHONE]) {
      const site = language === 'nl' ? BASE_URL : INTERNATIONAL_URL
      const cookies = [{ name: 'i18n_redirected', value: language, url: site }]
      const page = await world.person({ size, language, cookies })
      await skip(page)
      await page.addInitScript(() => {
        window.moved = 0
        const add = list => {
          for (const { value } of list.getEntries()) window.moved += value
        }
        new PerformanceObserver(add).observe({ type: 'layout-shift' })
      })
      const letters = Promise.withResolvers()
      await page.route('**/*.woff2', route => letters.promise.then(() => route.continue()))
      await page.goto(site, { waitUntil: 'domcontentloaded' })
      await page.locator('.company-name').waitFor()
      const moved = await page.evaluate(() => window.moved)
      letters.resolve()
      await until(page, () => [...document.fonts].some(({ status }) => status === 'loaded'))
      await page.evaluate(() => document.fonts.ready)
      await page.waitForTimeout(200)
      const more = (await page.evaluate(() => window.moved)) - moved
      check(more < 0.002, `${language} at ${size.width} moves by ${more.toFixed(4)}`)
    }
  }
})

story('without a network the site still opens, and says so', async world => {
  const { who, page } = await member(world, { expects: OFFLINE })
  await logIn(page, who)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await heading(page, who.say('Members')).waitFor()
  await page.context().setOffline(true)
  await page.goto(`${who.site}/pages/terms`)
  await page.getByText(who.say('You are offline. What you see may be old.')).waitFor()
  await page.context().setOffline(false)
  await page.goto(`${who.site}/members`)
  await logOut(page, who)
  await until(page, async () => !(await caches.has('shell')))
})
