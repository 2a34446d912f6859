// What members do with each other, by the words they read.
import { button, field, heading, link } from './acts.mjs'
import { same, until } from './harness.mjs'
import { photoFile } from './picture.mjs'

export const CITY = 'Harlingen'
export const WORDS = 'Ik hou van lange wandelingen, goede koffie en de zee.'

/** Everything the site asks for, on the page of one's own profile. */
export async function completeProfile(page, { say }, hue) {
  await link(page, say('Complete it')).click()
  await heading(page, say('My photos')).waitFor()
  const choose = field(page, say('Choose photos'))
  await choose.setInputFiles({
    name: 'notes.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no photo at all'),
  })
  await page.getByText(say('Choose a photo of the kind JPEG, PNG or WebP.')).waitFor()
  await button(page.locator('.photo-tile--upload'), say('Close')).click()
  await choose.setInputFiles(photoFile(hue))
  await page.getByAltText(say('Your photo {number}', { number: 1 })).waitFor()

  await field(page, say('Something about you')).fill(WORDS)
  await field(page, say('Figure')).selectOption({ label: say('Athletic') })
  await field(page, say('Relationship')).selectOption({ label: say('Single') })
  const interests = page.locator('#interests input[type=checkbox]')
  await interests.first().waitFor({ state: 'attached' })
  for (const slug of ['sailing', 'coffee']) await page.locator(`#interests input[value=${slug}]`).check()
  await button(page, say('Save')).click()
  await page.getByText(say('Your profile is saved')).waitFor()

  const city = page.getByRole('combobox', { name: say('City') })
  await city.fill(CITY.slice(0, 5))
  await page.getByRole('option', { name: CITY }).waitFor()
  await city.press('ArrowDown')
  await city.press('Enter')
  same(await city.inputValue(), CITY, 'the city that was chosen')
  await button(page, say('Save this city')).click()
  await page.getByText(say('Your place is saved')).waitFor()
  await page.locator('.place-now').getByText(CITY).waitFor()
}

export const card = (page, { name }) => page.locator('.person-card').filter({ hasText: name })
export const bubble = (page, text) => page.locator('.bubble').filter({ hasText: text })
export const line = (page, { name }) => page.locator('.chat-line').filter({ hasText: name })
const isPhone = page => page.viewportSize().width < 576

/** Writes and sends; the message is there before the server has heard of it. */
export async function write(page, { say }, text) {
  const area = page.locator('.composer-text')
  await area.fill(text)
  if (isPhone(page)) await button(page, say('Send')).click()
  else await area.press('Enter')
  await bubble(page, text).waitFor()
  same(await area.inputValue(), '', 'the field after sending')
}

/** Buys the first package. */
export async function buy(page, who) {
  await page.goto(`${who.site}/credits`)
  await payWithIdeal(page, who)
}

/** From the packages to the credits of the first one, over the sandbox's page. */
export async function payWithIdeal(page, { say }) {
  await page.locator('a.package').first().click()
  await page.locator('input[name=accept]').check()
  const [before, after] = say('Pay {amount}', { amount: '\n' }).split('\n')
  await page
    .getByRole('button', { name: new RegExp(`^${before}.*€.*${after}$|^${before}.*EUR.*${after}$`) })
    .last()
    .click()
  await page.waitForURL(/\/pay\/tr_/)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL(/\/transactions\/[0-9a-f-]{36}$/)
  await until(page, async () => (await (await fetch('/api/user.php')).json()).user.paid_user)
}
