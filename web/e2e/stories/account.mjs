// What a member does with the account.
import { button, field, heading, link, logIn, member, tryLogin } from '../acts.mjs'
import { PHONE } from '../browser.mjs'
import { check, same, story } from '../harness.mjs'
import { linkIn, mail } from '../mailbox.mjs'

story('a forgotten password is reset by mail, and the old one is worth nothing', async world => {
  const { who, page } = await member(world, { expects: [/401/] })
  await page.goto(`${who.site}/login`)
  await link(page, who.say('Forgot your password?')).click()
  await heading(page, who.say('Forgot your password?')).waitFor()
  await field(page, who.say('E-mail address')).fill(who.email)
  await button(page, who.say('Send me a link')).click()
  await page.getByRole('status').filter({ hasText: who.email }).waitFor()
  const letter = linkIn(await mail(who.email, 'password_reset'), '/reset-password/do')
  await page.goto(letter)
  await heading(page, who.say('Choose a new password')).waitFor()
  check(!page.url().includes('token'), 'the token is gone from the address')
  const chosen = 'zeven stille vuurtorens 9'
  await field(page, who.say('New password')).fill(chosen)
  await field(page, who.say('Repeat the new password')).fill('something else')
  await button(page, who.say('Save')).click()
  await page.getByText(who.say('The passwords are not the same.')).waitFor()
  await field(page, who.say('Repeat the new password')).fill(chosen)
  await button(page, who.say('Save')).click()
  await heading(page, who.say('Your password is changed')).waitFor()

  await page.goto(letter)
  await field(page, who.say('New password')).fill(`${chosen} more`)
  await field(page, who.say('Repeat the new password')).fill(`${chosen} more`)
  await button(page, who.say('Save')).click()
  await heading(page, who.say('This link no longer works')).waitFor()

  await page.goto(`${who.site}/login`)
  await tryLogin(page, who)
  await page.getByText(who.say('Login failed, please try again')).waitFor()
  await logIn(page, who, { password: chosen })
})

story('a mail address is changed by a mail to the new one', async world => {
  const { who, page } = await member(world)
  await logIn(page, who)
  await page.goto(`${who.site}/profile`)
  const fresh = `new.${who.email}`
  const form = page.locator('#email')
  await field(form, who.say('New e-mail address')).fill(fresh)
  await field(form, who.say('Current password')).fill('not my password')
  await button(form, who.say('Change e-mail address')).click()
  await form.getByText(who.say('Check your old password.')).waitFor()
  await field(form, who.say('Current password')).fill(who.password)
  await button(form, who.say('Change e-mail address')).click()
  await form.getByText(fresh).waitFor()
  await mail(who.email, 'mail_change_notice')
  await page.goto(linkIn(await mail(fresh, 'mail_change'), '/mail-change/do'))
  await heading(page, who.say('Your e-mail address is changed')).waitFor()
  await logIn(page, who, { email: fresh })
})

story(
  'after too many wrong passwords a stranger is blocked for a while, a known device is not',
  async world => {
    const { who, page } = await member(world, { expects: [/401|429/] })
    await logIn(page, who)
    const thief = await world.person({ expects: [/401|429/] })
    await thief.goto(`${who.site}/login`)
    await thief.getByRole('dialog').getByRole('button').first().click()
    const blocked = thief.getByText(/\d+ min geblokkeerd/)
    const wrong = thief.getByText(who.say('Login failed, please try again'))
    let tries = 0
    while (tries < 8 && !(await blocked.isVisible())) {
      tries += 1
      await tryLogin(thief, who, { password: `guess number ${tries}` })
      await thief.locator('form button[aria-busy=false][type=submit]').waitFor()
      await wrong.or(blocked).waitFor()
    }
    check(await blocked.isVisible(), 'blocked in the end')
    same(tries >= 5, true, 'not before five wrong passwords')
    await tryLogin(thief, who)
    await blocked.waitFor()
    await page.context().clearCookies({ name: 'auth.session' })
    await logIn(page, who)
  },
)

story('a member leaves, and comes back by the mailed link', async world => {
  const { who, page } = await member(world, { expects: [/401/] })
  await logIn(page, who)
  await page.goto(`${who.site}/profile`)
  await button(page.locator('#delete'), who.say('Delete account')).click()
  const dialog = page.getByRole('dialog')
  await field(dialog, who.say('Why are you leaving? (optional)')).fill('Ik heb iemand gevonden.')
  await field(dialog, who.say('Current password')).fill(who.password)
  await button(dialog, who.say('Delete account')).click()
  await heading(page, who.say('Your account is deleted')).waitFor()
  await page.goto(`${who.site}/login`)
  await tryLogin(page, who)
  await page.getByText(who.say('Login failed, please try again')).waitFor()
  await page.goto(linkIn(await mail(who.email, 'deletion'), '/reactivate'))
  await heading(page, who.say('Welcome back')).waitFor()
  await page.getByText(who.say('Your account is yours again, as it was.')).waitFor()
  await logIn(page, who)
})

story('a member sees where they are logged in, and ends the other session', async world => {
  const { who, page } = await member(world)
  await logIn(page, who)
  const other = await world.person({ size: PHONE })
  await other.goto(`${who.site}/login`)
  await other.getByRole('dialog').getByRole('button').first().click()
  await tryLogin(other, who)
  await heading(other, who.say('Members')).waitFor()
  await page.goto(`${who.site}/profile`)
  const sessions = page.locator('#sessions')
  await sessions.locator('li').nth(1).waitFor()
  same(await sessions.locator('li').count(), 2, 'two sessions')
  await sessions.locator('li').getByRole('button').click()
  await sessions.locator('li').nth(1).waitFor({ state: 'detached' })
  // There it is noticed at once.
  await heading(other, who.say('It starts with a spark.')).waitFor()
  await other.goto(`${who.site}/profile`)
  await button(other.locator('form'), who.say('Log in')).waitFor()
  await page.reload()
  await heading(page, who.say('Your details')).waitFor()
})

story('a member changes the password, and is logged out everywhere else', async world => {
  const { who, page } = await member(world, { expects: [/401/] })
  await logIn(page, who)
  await page.goto(`${who.site}/profile`)
  const form = page.locator('#password')
  const fill = async (old, next) => {
    await field(form, who.say('Current password')).fill(old)
    await field(form, who.say('New password')).fill(next)
    await field(form, who.say('Repeat the new password')).fill(next)
    await button(form, who.say('Change password')).click()
  }
  await fill('not my password', 'negen groene fietsen 3')
  await form.getByText(who.say('Check your old password.')).waitFor()
  await fill(who.password, 'negen groene fietsen 3')
  await page.getByText(who.say('Your password is changed')).waitFor()
  await page.reload()
  await heading(page, who.say('Your details')).waitFor()
})

story('notifications stay as they were chosen', async world => {
  const { who, page } = await member(world)
  await logIn(page, who)
  await page.goto(`${who.site}/notifications`)
  const news = page.getByRole('switch', { name: who.say('News'), exact: true })
  await news.waitFor()
  const before = await news.isChecked()
  const stored = page.waitForResponse(answer => answer.url().endsWith('/SetPreference'))
  await news.click()
  await stored
  await page.reload()
  await news.waitFor()
  same(await news.isChecked(), !before, 'the switch after a reload')
})

story('a language that is chosen stays, also in the mails', async world => {
  const { who, page } = await member(world, { language: 'en' })
  await logIn(page, who)
  await page.goto(`${who.site}/profile#settings`)
  const told = page.waitForResponse(
    answer => answer.request().method() === 'PUT' && answer.url().endsWith('/api/user.php'),
  )
  await field(page, 'Language').and(page.locator('.form-select')).selectOption('fi')
  await page.locator('html[lang=fi]').waitFor()
  await told
  await heading(page, 'Asetukset').waitFor()
  await page.reload()
  await heading(page, 'Asetukset').waitFor()
  const answer = await page.evaluate(async () => (await fetch('/api/user.php')).json())
  same(answer.user.language, 'fi', 'the language of the account')
})
