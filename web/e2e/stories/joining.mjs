// From stranger to member.
import {
  activate,
  arrive,
  button,
  field,
  fillSignUp,
  heading,
  link,
  logIn,
  logOut,
  member,
  signUp,
  stranger,
} from '../acts.mjs'
import { DESKTOP, PHONE } from '../browser.mjs'
import { BASE_URL, check, INTERNATIONAL_URL, same, story } from '../harness.mjs'
import { count, mail } from '../mailbox.mjs'

for (const language of ['nl', 'pl', 'en']) {
  for (const size of [DESKTOP, PHONE]) {
    story(`a stranger signs up, activates, logs in and out at ${size.width} in ${language}`, async world => {
      const who = stranger(language)
      const page = await world.person({ size, language })
      await signUp(page, who)
      same(
        new URL(page.url()).pathname,
        size === PHONE ? '/signup' : '/',
        'sign-up is a modal on a desktop, a page on a phone',
      )
      await activate(page, who)
      await logIn(page, who)
      same(new URL(page.url()).pathname, '/members', 'the page after the login')
      same(await page.locator('html').getAttribute('lang'), language, 'the language stays')
      same(await page.getByText(who.say('Confirm your e-mail address')).count(), 0, 'no reminder')
      await logOut(page, who)
      same(new URL(page.url()).pathname, '/', 'the page after the logout')
      await page.goto(`${who.site}/profile`)
      await heading(page, who.say('Welcome back')).waitFor()
    })
  }
}

story('an unconfirmed member is reminded, and gets the mail again', async world => {
  const who = stranger()
  const page = await world.person()
  await signUp(page, who)
  await mail(who.email, 'activation')
  await logIn(page, who)
  await page.getByText(who.say('Confirm your e-mail address')).waitFor()
  await button(page, who.say('Send the mail again')).click()
  await page.getByText(who.say('A new mail is on its way. Look among unwanted mail too.')).waitFor()
  await mail(who.email, 'activation', 2)
  await activate(page, who)
  await link(page, who.say('Continue')).click()
  await heading(page, who.say('Members')).waitFor()
  // The page asks until the gateway has heard of it too.
  await page.getByText(who.say('Confirm your e-mail address')).waitFor({ state: 'detached' })
})

story('an address that has an account is told so by mail, not on the screen', async world => {
  const { who } = await member(world)
  const page = await world.person()
  await signUp(page, { ...who, name: 'Somebody', password: 'another harbour 77 lamp' })
  await mail(who.email, 'already_registered')
  same(await count(who.email, 'activation'), 1, 'no second activation mail')
  // The first password still counts.
  await logIn(page, who)
})

story('a draft survives a reload, but for the password', async world => {
  const who = stranger()
  const page = await world.person()
  await arrive(page, who)
  await button(page, who.say('Sign up for free')).click()
  await page.getByRole('radio', { name: who.say('Man'), exact: true }).check()
  await page.getByRole('checkbox', { name: who.say('Women'), exact: true }).check()
  await button(page, who.say('Continue')).click()
  await field(page, who.say('Day')).fill('3')
  await field(page, who.say('Month')).fill('12')
  await field(page, who.say('Year')).fill('1979')
  await button(page, who.say('Continue')).click()
  await field(page, who.say('E-mail address')).fill(who.email)
  await field(page, who.say('Password')).fill(who.password)
  await page.reload()
  await button(page, who.say('Sign up for free')).click()
  same(await field(page, who.say('E-mail address')).inputValue(), who.email, 'the address is still there')
  same(await field(page, who.say('Password')).inputValue(), '', 'the password is not')
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  check(!stored.includes(who.password), 'the password is in no storage')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: who.say('Your account') }).waitFor()
  await button(page, who.say('Close')).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

story('what the server refuses is told at the step of the field', async world => {
  const who = stranger()
  const page = await world.person({ size: PHONE })
  await arrive(page, who)
  await button(page, who.say('Sign up for free')).click()
  const refused = fillSignUp(page, { ...who, name: 'www.noor.example' }).catch(() => 'not complete')
  await page.getByText(who.say('Leave contact details and web addresses out of your profile name.')).waitFor()
  same(await field(page, who.say('Profile name')).getAttribute('aria-invalid'), 'true', 'the field is marked')
  await page.context().close()
  same(await refused, 'not complete', 'the sign-up')
})

story('sign-up works by keyboard alone', async world => {
  const who = stranger()
  const page = await world.person()
  const { keyboard } = page
  await page.goto(who.site)
  await page.getByRole('dialog').waitFor()
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.textContent || document.activeElement?.getAttribute('name') || '',
    )
  const tabTo = async selector => {
    for (let presses = 0; presses < 40; presses += 1) {
      if (await page.evaluate(wanted => document.activeElement?.matches(wanted) ?? false, selector)) return
      await keyboard.press('Tab')
    }
    throw new Error(`the keyboard never came to ${selector}; it is at ${await focused()}`)
  }
  await tabTo('[role=dialog] .button--primary')
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await tabTo('.hero-call .button--primary')
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo('input[name=gender]')
  await keyboard.press('Space')
  await tabTo('input[name=seeking][value=man]')
  await keyboard.press('Space')
  await keyboard.press('Enter')
  await field(page, who.say('Day')).waitFor()
  for (const [part, typed] of [
    ['day', '17'],
    ['month', '4'],
    ['year', '1988'],
  ]) {
    await tabTo(`input[autocomplete=bday-${part}]`)
    await keyboard.type(typed)
  }
  await keyboard.press('Enter')
  await field(page, who.say('E-mail address')).waitFor()
  await tabTo('input[name=email]')
  await keyboard.type(who.email)
  await tabTo('input[name=password]')
  await keyboard.type(who.password)
  await keyboard.press('Enter')
  await field(page, who.say('Profile name')).waitFor()
  await tabTo('input[name=nickname]')
  await keyboard.type(who.name)
  await keyboard.press('Enter')
  await page.locator('input[name=terms]').waitFor()
  await tabTo('input[name=terms]')
  await keyboard.press('Space')
  await tabTo('input[name=sensitive]')
  await keyboard.press('Space')
  await tabTo('[role=dialog] button[type=submit]')
  await keyboard.press('Enter')
  await heading(page, who.say('Look in your mailbox')).waitFor()
  await mail(who.email, 'activation')
})

story('tracking parameters leave the address, and stay in memory until consent', async world => {
  const who = stranger()
  const page = await world.person()
  await page.goto(`${who.site}/?network=net1&sub1=s1&aff_sub2=s2`)
  await page.getByRole('dialog').waitFor()
  same(new URL(page.url()).search, '', 'the address')
  const stored = await page.evaluate(
    () => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie,
  )
  check(!/net1|s1|s2/.test(stored), 'nothing of it is stored')
})

story('a bad activation link says so, and a new mail can be asked for', async world => {
  const who = stranger()
  const page = await world.person()
  await signUp(page, who)
  await mail(who.email, 'activation')
  await page.goto(`${who.site}/activate?token=${'x'.repeat(43)}`)
  await heading(page, who.say('Activation failed')).waitFor()
  same(new URL(page.url()).pathname, '/activate/error', 'the page')
  check(!page.url().includes('token'), 'the token is gone from the address')
  await field(page, who.say('E-mail address')).fill(who.email)
  await button(page, who.say('Send the mail again')).click()
  await page.getByText(who.say('A new mail is on its way. Look among unwanted mail too.')).waitFor()
  await mail(who.email, 'activation', 2)
})

story('one site’s account is worth nothing on the other', async world => {
  const { who, page } = await member(world, { expects: [/401/] })
  const other = { ...who, site: INTERNATIONAL_URL, language: 'en', say: stranger('en').say }
  await page.goto(`${INTERNATIONAL_URL}/login`)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await field(page, other.say('E-mail address')).fill(who.email)
  await field(page, other.say('Password')).fill(who.password)
  await page
    .locator('form')
    .getByRole('button', { name: other.say('Log in'), exact: true })
    .click()
  await page.getByText(other.say('Login failed, please try again')).waitFor()
  check(page.url().startsWith(INTERNATIONAL_URL) && !page.url().startsWith(BASE_URL), 'still on the other site')
})
