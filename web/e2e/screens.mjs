// Every screen, and how to get there. Names and classes are used where texts differ by language.
import { chat } from './screens-chat.mjs'
import { money } from './screens-money.mjs'
import { people } from './screens-people.mjs'

const fill = (page, name, value) => page.locator(`input[name="${name}"]`).fill(value)
const next = page => page.locator('form button[type=submit]').click()

/** Walks the sign-up to a step. Works in the modal and on the page. */
export async function walkSignUp(page, step) {
  await page.locator('input[name=gender][value=woman]').check({ force: true })
  await page.locator('input[name=seeking][value=man]').check({ force: true })
  if (step === 0) return
  await next(page)
  await page.locator('input[autocomplete=bday-day]').fill('17')
  await page.locator('input[autocomplete=bday-month]').fill('4')
  await page.locator('input[autocomplete=bday-year]').fill('1988')
  await page.locator('select[autocomplete=country]').selectOption('NL')
  if (step === 1) return
  await next(page)
  await fill(page, 'email', 'marijke@voorbeeld.example')
  await fill(page, 'password', 'violet harbour 42 lamp')
  if (step === 2) return
  await next(page)
  await fill(page, 'nickname', 'Marijke')
  if (step === 3) return
  await next(page)
  await page.locator('input[name=terms]').waitFor()
  if (step === 4) return
  await page.locator('input[name=terms]').check()
  await page.locator('input[name=sensitive]').check()
  await next(page)
}

const openSignUp = async page => {
  // The modal on a desktop; the page itself is there already on a phone.
  if (page.viewportSize().width >= 576) await page.locator('.hero-call .button--primary').click()
  else await page.locator('.hero-call .button--primary').click()
  await page.locator('input[name=gender]').first().waitFor({ state: 'attached' })
}

const signUpAt = (step, name) => ({
  name: `sign-up-${name}`,
  path: '/',
  viewport: true,
  act: async page => {
    await openSignUp(page)
    await walkSignUp(page, step)
  },
})

const login = (password, name) => ({
  name: `login-${name}`,
  path: '/login',
  act: async page => {
    await fill(page, 'email', 'marijke@voorbeeld.example')
    await fill(page, 'password', password)
    await next(page)
    await page.locator('.notice--danger').waitFor()
  },
})

export const screens = [
  { name: 'index', path: '/' },
  { name: 'entry-warning', path: '/', asStranger: true, viewport: true, ready: '[role=dialog]' },
  signUpAt(0, '0-who'),
  {
    name: 'sign-up-0-errors',
    path: '/',
    viewport: true,
    act: async page => {
      await openSignUp(page)
      await next(page)
      await page.locator('.field-error').first().waitFor()
    },
  },
  signUpAt(1, '1-birth'),
  signUpAt(2, '2-account'),
  signUpAt(3, '3-name'),
  signUpAt(4, '4-consent'),
  {
    name: 'sign-up-5-sending',
    path: '/',
    viewport: true,
    act: async page => {
      await page.route('**/SignUp', () => undefined)
      await openSignUp(page)
      await walkSignUp(page, 5)
      await page.locator('.stages').waitFor()
    },
  },
  {
    name: 'sign-up-6-complete',
    path: '/',
    viewport: true,
    act: async page => {
      await openSignUp(page)
      await walkSignUp(page, 5)
      await page.locator('.complete').waitFor()
    },
  },
  { name: 'login', path: '/login' },
  login('wrong', 'failed'),
  login('blocked', 'blocked'),
  { name: 'reset-password', path: '/reset-password' },
  { name: 'reset-password-do', path: '/reset-password/do?token=good' },
  { name: 'reset-password-invalid', path: '/reset-password/do' },
  { name: 'activate-done', path: '/activate?token=good', ready: '.big-mark:not(.big-mark--busy)' },
  { name: 'activate-error', path: '/activate?token=bad', ready: '.big-mark--problem' },
  { name: 'mail-change-do', path: '/mail-change/do?token=good', ready: '.big-mark:not(.big-mark--busy)' },
  { name: 'reactivate', path: '/reactivate?token=good', ready: '.big-mark:not(.big-mark--busy)' },
  { name: 'account-deleted', path: '/account-deleted' },
  ...people,
  ...chat,
  {
    name: 'account-menu',
    path: '/members',
    member: 'active',
    viewport: true,
    ready: '.account-button[aria-haspopup]',
    act: async page => {
      await page.locator('.account-button').click()
      await page.locator('[role=menu]').waitFor()
    },
  },
  { name: 'profile', path: '/profile', member: 'active', ready: '.sessions' },
  {
    name: 'profile-delete',
    path: '/profile',
    member: 'active',
    viewport: true,
    ready: '.sessions',
    act: async page => {
      await page.locator('#delete .button--danger').click()
      await page.locator('[role=dialog]').waitFor()
    },
  },
  { name: 'notifications', path: '/notifications', member: 'active', ready: '.switch' },
  ...money,
  { name: 'page-terms', path: '/pages/terms', ready: '.prose' },
  { name: 'complaints', path: '/complaints' },
  { name: 'not-found', path: '/no-such-page' },
  {
    name: 'offline',
    path: '/',
    viewport: true,
    act: async page => {
      await page.context().setOffline(true)
      await page.locator('.offline-banner').waitFor()
    },
  },
]
