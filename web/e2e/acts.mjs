// What a person does on the site, by the words they read.
import { randomBytes } from 'node:crypto'
import { BASE_URL, INTERNATIONAL_URL, same } from './harness.mjs'
import { linkIn, mail } from './mailbox.mjs'
import { wordsOf } from './words.mjs'

/** Somebody who has never been here. */
export function stranger(language = 'nl') {
  const id = randomBytes(5).toString('hex')
  return {
    language,
    say: wordsOf(language),
    site: language === 'nl' ? BASE_URL : INTERNATIONAL_URL,
    email: `stranger.${id}@voorbeeld.example`,
    // Only letters: names with contact data are refused.
    name: `Noor${id.replace(/\d/g, digit => 'abcdefghij'[digit]).slice(0, 8)}`,
    gender: 'Woman',
    seeking: 'Men',
    password: `lantaarn ${randomBytes(6).toString('hex')} haven`,
  }
}

export const button = (page, name) => page.getByRole('button', { name, exact: true })
export const link = (page, name) => page.getByRole('link', { name, exact: true })
export const field = (page, name) => page.getByLabel(name, { exact: true })
export const heading = (page, name) => page.getByRole('heading', { name, exact: true })

/** Comes to the site for the first time: confirms the age, and chooses a language where there is a choice. */
export async function arrive(page, who, path = '/') {
  await page.goto(who.site + path)
  const enter = page.getByRole('dialog').getByRole('button').first()
  await enter.click()
  await enter.waitFor({ state: 'detached' })
  if (who.site === INTERNATIONAL_URL && who.language !== 'en') {
    await page.locator('.language-switcher select').first().selectOption(who.language)
    await page.locator(`html[lang=${who.language}]`).waitFor()
  }
}

/** Fills the sign-up in, from its first step, and sends it. */
export async function fillSignUp(page, who) {
  const { say } = who
  const onward = button(page, say('Continue'))
  await page.getByRole('radio', { name: say(who.gender), exact: true }).check()
  await page.getByRole('checkbox', { name: say(who.seeking), exact: true }).check()
  await onward.click()
  await field(page, say('Day')).fill('17')
  await field(page, say('Month')).fill('4')
  await field(page, say('Year')).fill('1988')
  await field(page, say('Country')).selectOption('NL')
  await onward.click()
  await field(page, say('E-mail address')).fill(who.email)
  await field(page, say('Password')).fill(who.password)
  await onward.click()
  await field(page, say('Profile name')).fill(who.name)
  await onward.click()
  for (const consent of ['terms', 'sensitive']) await page.locator(`input[name=${consent}]`).check()
  await button(page, say('Create my account')).click()
  await heading(page, say('Look in your mailbox')).waitFor()
}

/** From the first page to 'look in your mailbox'. */
export async function signUp(page, who) {
  await arrive(page, who)
  await button(page, who.say('Sign up for free')).click()
  await fillSignUp(page, who)
}

/** Opens the link of the activation mail. */
export async function activate(page, who) {
  await page.goto(linkIn(await mail(who.email, 'activation'), '/activate'))
  await heading(page, who.say('Your account is active')).waitFor()
  same(new URL(page.url()).pathname, '/activate/done', 'the page after the activation')
  same(new URL(page.url()).search, '', 'the token is gone from the address')
}

/** Fills the login in and sends it; who waits for what comes of it is the caller. */
export async function tryLogin(page, who, { password = who.password, email = who.email } = {}) {
  await field(page, who.say('E-mail address')).fill(email)
  await field(page, who.say('Password')).fill(password)
  await page
    .locator('form')
    .getByRole('button', { name: who.say('Log in'), exact: true })
    .click()
}

/** Where the page keeps that a member has put the offer aside. */
const OFFER_ASIDE = 'time-bonus.dismissed'

/** Logs in, and puts the welcome offer aside, which else comes over the page in the middle of a long story. */
export async function logIn(page, who, changes) {
  await page.goto(`${who.site}/login`)
  await tryLogin(page, who, changes)
  await heading(page, who.say('Members')).waitFor()
  await button(page, who.say('Account of {name}', { name: who.name })).waitFor()
  await page.evaluate(async key => {
    const { user } = await (await fetch('/api/user.php')).json()
    localStorage.setItem(key, JSON.stringify({ member: user.id, at: Date.now() }))
  }, OFFER_ASIDE)
}

/** The offer is as new again. */
export const bringOfferBack = page => page.evaluate(key => localStorage.removeItem(key), OFFER_ASIDE)

/** By the account menu. */
export async function logOut(page, who) {
  await button(page, who.say('Account of {name}', { name: who.name })).click()
  await page.getByRole('menuitem', { name: who.say('Log out') }).click()
  await heading(page, who.say('It starts with a spark.')).waitFor()
}

/** Somebody who has signed up and confirmed the address, in a browser of their own. */
export async function member(world, { who = stranger(), ...options } = {}) {
  if (options.language && who.language !== options.language) who = stranger(options.language)
  const page = await world.person(options)
  await signUp(page, who)
  await activate(page, who)
  return { who, page }
}

/** Deletes the account, so that the site is as it was. */
export async function leave(page, who) {
  await page.goto(`${who.site}/profile`)
  await button(page.locator('#delete'), who.say('Delete account')).click()
  const dialog = page.getByRole('dialog')
  await field(dialog, who.say('Current password')).fill(who.password)
  await button(dialog, who.say('Delete account')).click()
  await heading(page, who.say('Your account is deleted')).waitFor()
}
