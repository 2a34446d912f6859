// How two people find each other.
import { fine } from '../accessible.mjs'
import {
  activate,
  button,
  field,
  fillSignUp,
  heading,
  leave,
  link,
  logIn,
  logOut,
  member,
  stranger,
  tryLogin,
} from '../acts.mjs'
import { DESKTOP, PHONE } from '../browser.mjs'
import { BASE_URL, check, OFFLINE, same, story } from '../harness.mjs'
import { photoFile } from '../picture.mjs'
import { CITY, card, completeProfile, WORDS } from '../together.mjs'

/** Opens the filters where they are: beside the cards, or in a sheet. */
async function filter(page, act) {
  const phone = page.viewportSize().width < 576
  if (phone) await page.locator('.members-head').getByRole('button').click()
  const form = page.locator('form.filters')
  await form.waitFor()
  await act(form)
  if (phone) {
    const show = page.locator('.sheet-foot').getByRole('button')
    await show.and(page.locator('[aria-busy=false]')).click()
    await form.waitFor({ state: 'detached' })
  }
}

for (const size of [DESKTOP, PHONE]) {
  story(
    `two members complete their profiles, find each other, like and match at ${size.width}`,
    async world => {
      const anna = stranger()
      const bram = { ...stranger(), gender: 'Man', seeking: 'Women' }
      const { page: hers } = await member(world, { size, who: anna })
      const { page: his } = await member(world, { size, who: bram })
      const { say } = anna
      await logIn(hers, anna)
      await logIn(his, bram)
      await completeProfile(hers, anna, 1)
      await fine(hers, 'the own profile')
      await completeProfile(his, bram, 4)

      // He looks for her: by place, age and interest, all in the address.
      await his.goto(`${bram.site}/members`)
      await his.locator('.results-count[role=status]').waitFor()
      await filter(his, async form => {
        const region = field(form, say('Region'))
        await region.locator('option', { hasText: /Fryslân|Friesland/ }).waitFor({ state: 'attached' })
        await region.selectOption({
          label: (await region.locator('option').allTextContents()).find(name =>
            /Fryslân|Friesland/.test(name),
          ),
        })
        await form.locator('summary', { hasText: say('Interests') }).click()
        await form.locator('input[value=sailing]').check()
        await form.getByRole('slider', { name: say('Oldest age') }).fill('45')
        await form.getByRole('slider', { name: say('Oldest age') }).press('Tab')
      })
      await his.waitForURL(address => address.searchParams.get('max_age') === '45')
      const search = new URL(his.url()).searchParams
      same(search.get('interests'), 'sailing', 'the interest in the address')
      check(Number(search.get('region')) > 0, 'the region in the address')
      await card(his, anna).waitFor()
      await fine(his, 'the search')
      await his.reload()
      await card(his, anna).getByRole('link').click()
      await heading(his, `${anna.name}, 38`).waitFor()
      await his.getByText(WORDS).waitFor()
      await his.getByText(say('Athletic')).waitFor()
      await his.getByText(CITY).first().waitFor()
      await fine(his, 'a profile')
      await button(his, say('Like')).click()
      await his.locator('.like-button[data-liked]').waitFor()

      // She sees it without a reload, and likes back.
      const likes = hers
        .getByRole('navigation')
        .getByRole('link', { name: new RegExp(`^${say('Likes')}`) })
        .locator('visible=true')
      await likes.locator('.badge').waitFor()
      await likes.click()
      await heading(hers, say('Likes')).waitFor()
      await card(hers, bram).locator('.mark--new').waitFor()
      await fine(hers, 'the likes')
      await card(hers, bram).first().getByRole('link').click()
      await heading(hers, `${bram.name}, 38`).waitFor()
      await hers.getByText(say('{0} likes you.', { 0: bram.name })).waitFor()
      await button(hers, say('Like')).click()
      await heading(hers, say('It is a match!')).waitFor()
      await fine(hers, 'the match')
      await heading(his, say('It is a match!')).waitFor()
      await his.mouse.click(5, 300)
      await heading(his, say('It is a match!')).waitFor({ state: 'detached' })
      await button(hers, say('Later')).click()
      await hers.goto(`${anna.site}/likes/matches`)
      await card(hers, bram).waitFor()

      await leave(hers, anna)
      await leave(his, bram)
    },
  )
}

story('who blocks is seen no more, at once, until the block is lifted', async world => {
  const anna = stranger()
  const bram = { ...stranger(), gender: 'Man', seeking: 'Women' }
  const { page: hers } = await member(world, { who: anna })
  const { page: his } = await member(world, { who: bram })
  const { say } = anna
  await logIn(hers, anna)
  await logIn(his, bram)
  await his.goto(`${bram.site}/members`)
  await card(his, anna).getByRole('link').click()
  await heading(his, `${anna.name}, 38`).waitFor()
  const herPage = his.url()
  await button(his, say('Block')).click()
  const sheet = his.getByRole('dialog')
  await fine(his, 'what a block does')
  await button(sheet, say('Block')).click()
  await heading(his, say('You have blocked this member')).waitFor()
  await fine(his, 'a blocked member')

  await hers.goto(`${anna.site}/members`)
  await hers.locator('.results-count[role=status]').waitFor()
  same(await card(hers, bram).count(), 0, 'cards of who has blocked')

  await his.goto(`${bram.site}/profile#blocked`)
  await button(his, say('Unblock {shown}', { shown: anna.name })).click()
  await his.getByText(say('You have blocked nobody.')).waitFor()
  await his.goto(herPage)
  await heading(his, `${anna.name}, 38`).waitFor()
  await leave(hers, anna)
  await leave(his, bram)
})

story('what was typed outlives a reload and a lost connection, and a photo is tried again', async world => {
  const { who, page } = await member(world, { expects: OFFLINE })
  const { say } = who
  await logIn(page, who)
  await page.goto(`${who.site}/profile`)
  const about = field(page, say('Something about you'))
  await about.fill(WORDS)
  await page.reload()
  same(await about.inputValue(), WORDS, 'the words after a reload')
  await about.fill('Bel me: 06 12345678')
  await button(page, say('Save')).click()
  await page.getByText(say('Leave contact details and web addresses out.')).waitFor()
  same(await about.inputValue(), 'Bel me: 06 12345678', 'the words after a refusal')
  await button(page, say('Discard')).click()

  const ids = []
  await page.route('**/AddPhoto', async route => {
    ids.push(route.request().postDataBuffer().subarray(7, 43).toString())
    if (ids.length === 1) await route.abort('internetdisconnected')
    else await route.continue()
  })
  await field(page, say('Choose photos')).setInputFiles(photoFile(2))
  await page.getByText(say('No connection. Check your network and try again.')).waitFor()
  await button(page.locator('.photo-tile--upload'), say('Try again')).click()
  await page.getByAltText(say('Your photo {number}', { number: 1 })).waitFor()
  same(ids.length, 2, 'tries')
  same(ids[0], ids[1], 'the id of both tries')

  await field(page, say('Choose photos')).setInputFiles(photoFile(3))
  await page.getByAltText(say('Your photo {number}', { number: 2 })).waitFor()
  const second = await page.getByAltText(say('Your photo {number}', { number: 2 })).getAttribute('src')
  await button(page, say('Make photo {number} the main photo', { number: 2 })).click()
  await page.locator(`.photo-tiles li:first-child img[src="${second}"]`).waitFor()
  await page.reload()
  await page.locator(`.photo-tiles li:first-child img[src="${second}"]`).waitFor()
  await button(page, say('Remove photo {number}', { number: 2 })).click()
  await button(page, say('Remove')).click()
  await page.getByAltText(say('Your photo {number}', { number: 2 })).waitFor({ state: 'detached' })
  await leave(page, who)
})

story('a place is asked of the browser only when it is pressed, and leaves it rounded', async world => {
  const { who, page } = await member(world)
  const { say } = who
  await page.context().setGeolocation({ latitude: 53.201_233, longitude: 5.799_913 })
  await page.context().grantPermissions(['geolocation'], { origin: who.site })
  await logIn(page, who)
  const asked = []
  page.on('request', request => {
    if (request.url().includes('geocode.php')) asked.push(new URL(request.url()).search)
  })
  await page.goto(`${who.site}/profile`)
  await heading(page, say('Where I live')).waitFor()
  same(asked.length, 0, 'questions before the press')
  await button(page, say('Use where I am')).click()
  await page.locator('.place-here').getByText('Leeuwarden').waitFor()
  same(asked.join(), '?lat=53.20&lon=5.80', 'what was asked')
  await button(page, say('Use this place')).click()
  await page.locator('.place-now').getByText('Leeuwarden').waitFor()
  await leave(page, who)
})

story('a search keeps its pages and its place on the way back', async world => {
  const bram = { ...stranger(), gender: 'Man', seeking: 'Women' }
  const { page } = await member(world, { who: bram })
  await logIn(page, bram)
  const cards = page.locator('.results > .person-grid .person-card')
  await cards.nth(23).waitFor()
  await page.locator('.more').scrollIntoViewIfNeeded()
  await cards.nth(26).waitFor()
  const chosen = cards.nth(26)
  await chosen.scrollIntoViewIfNeeded()
  const name = await chosen.locator('.person-name').textContent()
  const before = await page.evaluate(() => scrollY)
  await chosen.getByRole('link').click()
  await heading(page, name).waitFor()
  await page.goBack()
  await cards.nth(26).waitFor()
  await page.waitForFunction(wanted => Math.abs(scrollY - wanted) < 40, before)
  same(await cards.nth(26).locator('.person-name').textContent(), name, 'the same card in the same place')
  await leave(page, bram)
})

for (const size of [DESKTOP, PHONE]) {
  story(`a photo fills the screen, and a gift is one press away at ${size.width}`, async world => {
    const bram = { ...stranger(), gender: 'Man', seeking: 'Women' }
    const { page } = await member(world, { size, who: bram })
    const { say } = bram
    await logIn(page, bram)
    await page.goto(`${bram.site}/members?photo=1`)
    await page.locator('.person-card').first().getByRole('link').click()
    const photo = page.locator('.gallery-photo').first()
    await photo.click()
    await page.locator('.lightbox img').waitFor()
    await fine(page, 'a photo on the whole screen')
    await page.keyboard.press('Escape')
    await page.locator('.lightbox').waitFor({ state: 'detached' })
    // The focus comes back to the photo, a frame later.
    await page.waitForFunction(own => own === document.activeElement, await photo.elementHandle())

    await button(page, say('Gift')).click()
    await page.getByRole('dialog').locator('.gift').first().waitFor()
    await page.waitForURL(address => address.search === '')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const here = page.getByRole('navigation').locator('a[aria-current=page]')
    for (const word of await here.locator('.nav-word').allTextContents())
      same(word, say('Messages'), 'the way that is marked in a chat below a member')
    check((await here.count()) > 0, 'a way is marked')
    await leave(page, bram)
  })
}

for (const size of [DESKTOP, PHONE]) {
  story(
    `a visitor’s filters outlive the sign-up with its mail, and the login at ${size.width}`,
    async world => {
      const who = { ...stranger(), gender: 'Man', seeking: 'Women' }
      const { say } = who
      const page = await world.person({ size })
      await page.addInitScript(() => localStorage.setItem('entry-warning.skipped-at', '1'))
      const search = '?min_age=25&photo=1'
      const isBack = address => address.pathname === '/members' && address.search === search
      const toLogin = link(page.locator('.top-nav'), say('Log in'))

      await page.goto(`${who.site}/members${search}`)
      await page.locator('.results-count[role=status]').waitFor()
      await toLogin.click()
      await button(page, say('Sign up')).click()
      // On a desktop over the page of the login, which has fields of the same names.
      await fillSignUp(size === DESKTOP ? page.getByRole('dialog') : page, who)
      await activate(page, who)
      await link(page, say('Log in')).click()
      await tryLogin(page, who)
      await page.waitForURL(isBack)
      await heading(page, say('Members')).waitFor()

      await logOut(page, who)
      await page.goto(`${who.site}/members${search}`)
      await page.locator('.results-count[role=status]').waitFor()
      await toLogin.click()
      await tryLogin(page, who)
      await page.waitForURL(isBack)
      await heading(page, say('Members')).waitFor()
      await leave(page, who)
    },
  )
}

for (const size of [DESKTOP, PHONE]) {
  story(`a visitor looks around, and is asked to log in for the rest at ${size.width}`, async world => {
    const { say } = stranger()
    const page = await world.person({ size, expects: [/404/] })
    await page.addInitScript(() => localStorage.setItem('entry-warning.skipped-at', '1'))
    await page.goto(`${BASE_URL}/members`)
    await page.locator('.results-count[role=status]').waitFor()
    await fine(page, 'the search of a visitor')
    await page.locator('.person-card').first().getByRole('link').click()
    await page.locator('.member h1').waitFor()
    await fine(page, 'a profile for a visitor')
    for (const [name, sentence] of [
      ['Message', 'Log in to send a message.'],
      ['Like', 'Log in to like somebody.'],
      ['Gift', 'Log in to send a gift.'],
      ['Block', 'Log in to block somebody.'],
    ]) {
      await button(page, say(name)).click()
      await heading(page, say(sentence)).waitFor()
      await page.keyboard.press('Escape')
      await heading(page, say(sentence)).waitFor({ state: 'detached' })
    }
    await page.goto(`${BASE_URL}/members/01890000-0000-7000-8000-00000000dead`)
    await heading(page, say('This profile is not available.')).waitFor()
    await fine(page, 'nobody')
    await page.goto(`${BASE_URL}/likes`)
    await heading(page, say('Welcome back')).waitFor()
  })
}
