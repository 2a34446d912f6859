// How credits are bought, told and given back. The provider's page is the sandbox's; its words are English.
import { accessible, fine, wide } from '../accessible.mjs'
import { arrive, bringOfferBack, button, field, heading, link, logIn, member, stranger } from '../acts.mjs'
import { DESKTOP, PHONE } from '../browser.mjs'
import { check, same, story } from '../harness.mjs'
import { count, linkIn, mail } from '../mailbox.mjs'

/** Asked for by Chromium itself on the sandbox's page. */
const FAVICON = /favicon/

const BONUS = 'TIMEBONUS25'

/** A text with numbers in it, as catalogs write it, for the number at hand. */
const plural = (text, number) => text.match(/other \{([^}]*)\}/)[1].replace('#', String(number))

const credits = ({ say }, number) => plural(say('{credits, plural, one {# credit} other {# credits}}'), number)

const euro = ({ language }, amount) =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(amount)

const payButton = (page, who, amount) => button(page, who.say('Pay {amount}', { amount: euro(who, amount) }))

/** The page of the provider, on which the payer decides. */
async function atProvider(page, amount) {
  await page.waitForURL(/\/pay\/tr_/)
  await page.getByRole('heading', { name: 'Test payment' }).waitFor()
  await page.getByText(`EUR ${amount}`).first().waitFor()
  return page.url()
}

async function decide(page, outcome) {
  await page.getByRole('button', { name: outcome, exact: true }).click()
  await page.waitForURL(/\/transactions\/[0-9a-f-]{36}$/)
}

/** Ticks what the law asks for and presses the button. */
async function pay(page, who, amount) {
  await page.locator('input[name=accept]').check()
  await payButton(page, who, amount).click()
}

/** The credits and premium as the page's own account tells them. */
const account = async page => {
  const { user } = await page.evaluate(async () => (await fetch('/api/user.php')).json())
  return { credits: user.credits, premium: user.paid_user }
}

/** The way in the navigation that is seen at this width. */
const way = (page, address) => page.locator(`nav a[href="${address}"]`).filter({ visible: true }).first()

/** The receipt of an order that came by mail: it names the order and holds what it must, and leads to its page. */
async function receipt(who, kind, order, holds) {
  const received = await mail(who.email, kind)
  const page = new URL(order).pathname
  same(linkIn(received, page), order, `where the ${kind} mail leads`)
  // Spaces that hold a number together are written in several ways.
  const text = received.text.replace(/[\u00a0\u202f]/g, ' ')
  for (const part of [page.split('/').pop(), ...holds])
    check(text.includes(part), `the ${kind} mail holds ${part}`)
  check(!/7[.,]49/.test(received.subject), 'no amount stands in a subject')
}

/** An amount as the mails hold it. */
const mailed = (who, amount) => euro(who, amount).replace(/[\u00a0\u202f]/g, ' ')

/** What the statement's lines add up to. */
async function sumOfStatement(page) {
  const cells = await page.locator('.entries td').allTextContents()
  return cells.map(text => Number(text.replace('−', '-').replace(/[^\d-]/g, ''))).reduce((a, b) => a + b, 0)
}

async function packages(page, who) {
  await page.goto(`${who.site}/credits`)
  await page.locator('a.package').first().waitFor()
}

for (const size of [DESKTOP, PHONE]) {
  story(`a new member buys with iDEAL, and takes what is left back, at ${size.width}`, async world => {
    const { who, page } = await member(world, { size, expects: [FAVICON] })
    const { say } = who
    await logIn(page, who)

    // Premium, then the packages, a quarter cheaper for a new member.
    await way(page, '/premium').click()
    await heading(page, say('Premium')).waitFor()
    await page.locator('.prices-money').first().waitFor()
    await fine(page, '/premium')
    await link(page, say('See credits')).click()
    const offer = page.locator('.discount-line')
    await offer.getByText(say('{percent} off your first credits', { percent: '25%' })).waitFor()
    const left = await offer.getByRole('timer').textContent()
    check(/^3:5\d:\d\d$/.test(left), `the countdown is that of four hours from signing up: ${left}`)
    await fine(page, '/credits')

    // Nothing is ordered without the consent; then the provider's page is left by its 'Cancel'.
    await page.locator('a.package').first().click()
    await heading(page, say('Pay')).waitFor()
    check(await page.getByRole('radio', { name: 'iDEAL' }).isChecked(), 'iDEAL is chosen')
    await payButton(page, who, 7.49).click()
    await page.getByText(say('Tick this box to go on.')).waitFor()
    await fine(page, 'paying')
    await pay(page, who, 7.49)
    const first = await atProvider(page, '7.49')
    await decide(page, 'Cancel')
    await heading(page, say('You cancelled the payment')).waitFor()
    await fine(page, 'a cancelled payment')

    // Again, as a new order with the same discount; it fails.
    await link(page, say('Try again')).click()
    await pay(page, who, 7.49)
    check((await atProvider(page, '7.49')) !== first, 'a cancelled order is not paid again')
    await decide(page, 'Let the payment fail')
    await heading(page, say('Payment failed')).waitFor()
    await fine(page, 'a failed payment')

    // Another way to pay stands in the address; in the end it is iDEAL.
    await link(page, say('Pay another way')).click()
    await page.getByRole('radio', { name: 'PayPal' }).check({ force: true })
    await page.waitForURL(/\/credits\/credits-100\/paypal$/)
    same(await page.evaluate(() => document.activeElement.value), 'paypal', 'where the focus stays')
    await page.getByRole('radio', { name: 'iDEAL' }).check({ force: true })
    await page.waitForURL(/\/credits\/credits-100\/ideal$/)
    await pay(page, who, 7.49)
    await atProvider(page, '7.49')
    await decide(page, 'Pay')
    await heading(page, say('{bought} are yours', { bought: credits(who, 100) })).waitFor()
    await page.getByText(credits(who, 100), { exact: false }).nth(1).waitFor()
    await fine(page, 'a completed payment')
    const order = page.url()
    await receipt(who, 'purchase', order, [
      mailed(who, 7.49),
      mailed(who, 1.3),
      'iDEAL',
      BONUS,
      say('Withdraw from contract here'),
    ])
    await way(page, '/credits').waitFor()
    const bought = await account(page)
    same(`${bought.credits} ${bought.premium}`, '100 true', 'credits and premium after paying')

    // The discount was for once.
    await packages(page, who)
    same(await page.locator('.discount-line, .price-before').count(), 0, 'discounts after the first purchase')
    await button(page, say('I have a discount code')).click()
    await field(page, say('Discount code')).fill(BONUS)
    await button(page, say('Apply')).click()
    await page.getByText(say('Code already used')).waitFor()

    // Everything is told, and agrees.
    await page.goto(`${who.site}/transactions`)
    await page.locator('.entries').waitFor()
    same(await page.locator('.balance-number').textContent(), '100', 'the balance')
    same(await sumOfStatement(page), 100, 'the sum of the statement')
    same(await page.locator('.row-link').count(), 3, 'orders: cancelled, failed, paid')
    await fine(page, '/transactions')
    await page.goto(`${who.site}/credits/repeat-order`)
    await page.locator('.row-link').first().waitFor()
    same(await page.locator('.row-link').count(), 1, 'what can be ordered again')
    await fine(page, '/credits/repeat-order')

    // Back out of it, in two steps.
    await page.goto(order)
    await button(page, say('Withdraw from contract here')).click()
    await page.locator('.withdraw-confirm').getByText(euro(who, 7.49)).waitFor()
    await fine(page, 'withdrawing')
    same((await account(page)).credits, 100, 'asking takes nothing')
    await button(page, say('Confirm withdrawal')).click()
    await heading(page, say('You have withdrawn')).waitFor()
    await page.locator('.notice--success').getByText(euro(who, 7.49)).waitFor()
    await fine(page, 'the receipt')
    await receipt(who, 'withdrawal', order, [mailed(who, 7.49), 'iDEAL'])
    await receipt(who, 'refund', order, [mailed(who, 7.49)])
    for (const kind of ['purchase', 'withdrawal', 'refund'])
      same(await count(who.email, kind), 1, `${kind} mails`)
    await page.reload()
    await heading(page, say('You have withdrawn')).waitFor()
    await way(page, '/premium').waitFor()
    const given = await account(page)
    same(`${given.credits} ${given.premium}`, '0 false', 'credits and premium after withdrawing')
    await page.goto(`${who.site}/transactions`)
    await page.locator('.entries').waitFor()
    same(await page.locator('.balance-number').textContent(), '0', 'the balance')
    same(await sumOfStatement(page), 0, 'the sum of the statement')
  })
}

story('one intention to buy is one order, in every tab and after every step back', async world => {
  const { who, page } = await member(world, { expects: [FAVICON] })
  await logIn(page, who)
  const checkout = `${who.site}/credits/credits-250/ideal`
  await page.goto(checkout)
  await page.locator('input[name=accept]').check()
  await payButton(page, who, 14.99).dblclick({ noWaitAfter: true })
  const provider = await atProvider(page, '14.99')
  // The browser's own way back, and on again.
  await page.goBack()
  await page.locator('input[name=accept]').waitFor()
  await pay(page, who, 14.99)
  same(await atProvider(page, '14.99'), provider, 'the payment after a step back')
  // Another tab.
  const other = await page.context().newPage()
  await other.goto(checkout)
  await pay(other, who, 14.99)
  same(await atProvider(other, '14.99'), provider, 'the payment in another tab')
  // The packages tell of the open payment, and its page leads to it.
  await packages(page, who)
  await page.locator('.notice--info').getByText('iDEAL').waitFor()
  await link(page, who.say('Look at it')).click()
  await heading(page, who.say('Waiting for payment')).waitFor()
  const onward = link(page, who.say('Go on paying with {method}', { method: 'iDEAL' }))
  same(await onward.getAttribute('href'), provider, 'where the open order leads')
  // Paid in the other tab, seen in this one without a reload; what comes later is told here.
  await decide(other, 'Pay')
  await heading(page, who.say('{bought} are yours', { bought: credits(who, 250) })).waitFor()
  await page.goto(`${who.site}/transactions`)
  await page.locator('.entries').waitFor()
  same(await page.locator('.row-link').count(), 1, 'orders')
  same(await page.locator('.balance-number').textContent(), '250', 'the balance')
  // Whoever comes to buy the same once more is told, and gets an order of its own.
  await page.goto(checkout)
  await link(
    page,
    who.say('You bought this package already, {when}. <0>Look at that order</0>').split('. ').pop(),
  ).waitFor()
  await pay(page, who, 19.99)
  check((await atProvider(page, '19.99')) !== provider, 'a second purchase is a second payment')
})

story('who pays later gets the credits when the payment comes, without a reload', async world => {
  const { who, page } = await member(world, { expects: [FAVICON] })
  await logIn(page, who)
  await page.goto(`${who.site}/credits/credits-100/ideal`)
  await pay(page, who, 7.49)
  await atProvider(page, '7.49')
  await decide(page, 'Pay later')
  await heading(page, who.say('Waiting for payment')).waitFor()
  await accessible(page, 'a pending payment')
  await heading(page, who.say('{bought} are yours', { bought: credits(who, 100) })).waitFor({ timeout: 60_000 })
  const { credits: has } = await account(page)
  same(has, 100, 'credits')
})

story(
  'a new member is offered the time bonus once over the page, and never after it was put aside',
  async world => {
    const { who, page } = await member(world)
    await logIn(page, who)
    await bringOfferBack(page)
    await page.clock.install()
    await page.goto(`${who.site}/premium`)
    const banner = page.locator('.bonus-banner')
    await banner.getByText(who.say('{percent} off your first credits', { percent: '25%' })).waitFor()
    // The clock goes on by itself too: nothing that takes long may stand before this.
    await page.clock.runFor(30_000)
    same(await page.getByRole('dialog').count(), 0, 'modals after 30 seconds')
    await page.clock.runFor(11_000)
    const modal = page.getByRole('dialog')
    await modal.getByRole('timer').waitFor()
    await accessible(page, 'the modal of the time bonus')
    await button(modal, who.say('Not now')).click()
    await modal.waitFor({ state: 'detached' })
    await page.goto(`${who.site}/premium`)
    await banner.waitFor()
    await fine(page, 'the banner of the time bonus')
    await page.clock.runFor(60_000)
    same(await page.getByRole('dialog').count(), 0, 'modals after it was put aside')
    await page.goto(`${who.site}/notifications`)
    await heading(page, who.say('Notifications')).waitFor()
    same(await banner.count(), 0, 'banners outside the members area')
  },
)

story('wrong codes are told as what they are, and limits are kept', async world => {
  const { who, page } = await member(world)
  const { say } = who
  await logIn(page, who)
  await packages(page, who)
  await button(page, say('I have a discount code')).click()
  await field(page, say('Discount code')).fill('nergens10')
  await button(page, say('Apply')).click()
  await page.getByText(say('Code not found')).waitFor()
  check(page.url().endsWith('?code=NERGENS10'), 'the code stands in the address')
  same(await page.locator('a.package').count(), 4, 'packages beside a wrong code')
  await fine(page, 'a wrong code')

  await page.goto(`${who.site}/transactions`)
  const daily = field(page, say('Credits a day'))
  await daily.fill('veel')
  await button(page, say('Keep these limits')).click()
  await page.getByText(say('Fill in a whole number up to 1,000,000, or nothing.')).waitFor()
  await daily.fill('60')
  await field(page, say('Credits a week')).fill('200')
  await button(page, say('Keep these limits')).click()
  await page.getByText(say('Your limits are kept')).waitFor()
  await page.reload()
  await daily.waitFor()
  same(await daily.inputValue(), '60', 'the daily limit after a reload')
  same(await field(page, say('Credits a week')).inputValue(), '200', 'the weekly limit after a reload')
  await daily.fill('')
  await button(page, say('Keep these limits')).click()
  await page.getByText(say('Your limits are kept')).waitFor()
})

story('prices are public, in euro beside every credit', async world => {
  for (const [size, scheme] of [
    [DESKTOP, 'light'],
    [PHONE, 'dark'],
  ]) {
    const who = stranger('pl')
    const page = await world.person({ size, scheme, language: 'pl' })
    await arrive(page, who)
    await page.goto(`${who.site}/pricing`)
    await heading(page, who.say('Prices')).waitFor()
    await page.locator('.prices-money').first().waitFor()
    await page.getByText(euro(who, 79.99)).waitFor()
    await fine(page, '/pricing')
    check(!(await wide(page)), '/pricing scrolls sideways')
    await button(page, who.say('Sign up for free')).waitFor()
  }
})
