// What two people write to each other, in two browsers.
import { fine } from '../accessible.mjs'
import { button, heading, leave, link, logIn, member, stranger } from '../acts.mjs'
import { DESKTOP, PHONE } from '../browser.mjs'
import { check, OFFLINE, same, story, until } from '../harness.mjs'
import { photoFile } from '../picture.mjs'
import { bubble, buy, line, write } from '../together.mjs'

/** Milliseconds in which the other one sees it. */
const LIVE = 1_000

const idOf = page => page.evaluate(async () => (await (await fetch('/api/user.php')).json()).user.id)

/** How long it took until something was seen, in milliseconds. */
async function timed(act, seen) {
  const began = performance.now()
  await act()
  await seen()
  return performance.now() - began
}

async function openMenu(page, { say }, item) {
  await button(page, say('More about this conversation')).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Two new members, both logged in, each in a browser of their own. */
async function two(world, options = {}) {
  const anna = stranger()
  const bram = { ...stranger(), gender: 'Man', seeking: 'Women' }
  const { page: hers } = await member(world, { ...options, who: anna })
  const { page: his } = await member(world, { ...options, who: bram })
  await logIn(hers, anna)
  await logIn(his, bram)
  return { anna, bram, hers, his, annaId: await idOf(hers), bramId: await idOf(his) }
}

for (const size of [DESKTOP, PHONE]) {
  story(
    `two members chat, live, and each sees what the other one reads and types at ${size.width}`,
    async world => {
      const { anna, bram, hers, his, annaId } = await two(world, { size })
      const { say } = anna
      await hers.goto(`${anna.site}/chats`)
      await heading(hers, say('No conversations yet')).waitFor()
      await fine(hers, 'no conversations')
      await his.goto(`${bram.site}/members/${annaId}/chat`)
      await heading(his, say('Say hello to {name}', { name: anna.name })).waitFor()
      await fine(his, 'a conversation before its first line')

      // The first message: on her list, in the title, on the badge.
      await write(his, bram, 'Hoi, hoe is het?')
      await line(hers, bram).locator('.badge').waitFor()
      check((await hers.title()).startsWith('(1) '), `the title counts it: ${await hers.title()}`)
      await fine(hers, 'the overview')
      await line(hers, bram).getByRole('link').click()
      await bubble(hers, 'Hoi, hoe is het?').waitFor()
      await his.getByText(say('Read'), { exact: true }).waitFor()
      await hers.waitForFunction(() => !document.title.startsWith('('))
      await fine(hers, 'a conversation')

      // Typing, then the message, within a second.
      await hers.locator('.composer-text').pressSequentially('Goed')
      await his.locator('.bubble--typing').waitFor()
      await write(hers, anna, 'Goed, en met jou?')
      await bubble(his, 'Goed, en met jou?').waitFor()
      await his.locator('.bubble--typing').waitFor({ state: 'detached' })
      const times = []
      for (const text of ['Ook goed.', 'Ik zit aan zee.', 'En jij?']) {
        times.push(
          await timed(
            () => write(his, bram, text),
            () => bubble(hers, text).waitFor(),
          ),
        )
      }
      check(Math.min(...times) < LIVE, `a message is there within a second: ${times.map(Math.round)} ms`)
      same(
        (await hers.locator('.bubble-text').allTextContents()).join('|'),
        'Hoi, hoe is het?|Goed, en met jou?|Ook goed.|Ik zit aan zee.|En jij?',
        'the order of the messages',
      )

      // A draft stays with its conversation.
      await his.locator('.composer-text').fill('Dit is nog niet af')
      await his.reload()
      same(await his.locator('.composer-text').inputValue(), 'Dit is nog niet af', 'the draft after a reload')
      await his.locator('.composer-text').fill('')

      // Gifts and photos are for premium members.
      await button(hers, say('Give a gift')).click()
      await hers.locator('.gift').nth(1).click()
      await fine(hers, 'the gifts')
      await button(hers, say('Give')).click()
      await heading(hers, say('For premium members')).waitFor()
      await hers.keyboard.press('Escape')
      await button(hers, say('Send a photo')).click()
      await heading(hers, say('For premium members')).waitFor()
      await hers.keyboard.press('Escape')

      // The free messages are used up: what was written stays, and can be tried again or taken back.
      await write(his, bram, 'De vijfde.')
      await bubble(hers, 'De vijfde.').waitFor()
      await write(his, bram, 'De zesde.')
      await heading(his, say('Credits for your message')).waitFor()
      await his.keyboard.press('Escape')
      await his.locator('.message-problem').getByText(say('Not sent.')).waitFor()
      await fine(his, 'a message that was refused')
      await his
        .locator('.message-problem')
        .getByRole('button', { name: say('Remove'), exact: true })
        .click()
      await bubble(his, 'De zesde.').waitFor({ state: 'detached' })

      await leave(hers, anna)
      await his.goto(`${bram.site}/chats`)
      await leave(his, bram)
    },
  )
}

story('a message that cannot leave waits, survives a reload, and arrives once and in order', async world => {
  const { anna, bram, hers, his, annaId, bramId } = await two(world, { expects: OFFLINE })
  const { say } = anna
  await his.goto(`${bram.site}/members/${annaId}/chat`)
  await write(his, bram, 'De eerste')
  await his.getByText(say('Sent'), { exact: true }).waitFor()
  await hers.goto(`${anna.site}/members/${bramId}/chat`)
  await bubble(hers, 'De eerste').waitFor()

  // No network: it waits, and leaves by itself when there is one.
  await his.context().setOffline(true)
  await write(his, bram, 'Zonder net')
  await his.locator('.message-waits').getByText(say('Waits for a connection')).waitFor()
  await fine(his, 'a message that waits')
  await his.context().setOffline(false)
  await bubble(hers, 'Zonder net').waitFor()

  // The server does not answer; the page is loaded anew meanwhile.
  const tries = []
  his.on('request', request => {
    if (request.url().endsWith('/SendMessage')) tries.push(request.postDataBuffer().subarray(7, 43).toString())
  })
  const swallow = route => route.abort('internetdisconnected')
  await his.route('**/SendMessage', swallow)
  await write(his, bram, 'Wacht even')
  await write(his, bram, 'En dit erna')
  await his.locator('.message-waits').getByText(say('Waits for a connection')).waitFor()
  await his.reload()
  await bubble(his, 'En dit erna').waitFor()
  await his.locator('.message-waits').getByText(say('Waits for a connection')).waitFor()
  const pressed = his.waitForRequest('**/SendMessage')
  await button(his, say('Try now')).click()
  await pressed
  await his.unroute('**/SendMessage', swallow)
  await bubble(hers, 'En dit erna').waitFor()
  const [first] = tries
  const next = tries.findIndex(id => id !== first)
  check(next >= 3, `the first was tried before the reload, after it and when asked for: ${tries}`)
  same(new Set(tries).size, 2, 'ids, one a message, however often each was tried')
  check(!tries.slice(next).includes(first), 'the second was not tried before the first had arrived')
  const order = 'De eerste|Zonder net|Wacht even|En dit erna'
  same((await hers.locator('.bubble-text').allTextContents()).join('|'), order, 'what arrived')
  await hers.reload()
  await bubble(hers, 'En dit erna').waitFor()
  same((await hers.locator('.bubble-text').allTextContents()).join('|'), order, 'what the server has')
  await leave(hers, anna)
  await leave(his, bram)
})

story(
  'a removed conversation is gone at once, comes back when that fails, and with the next message',
  async world => {
    const { anna, bram, hers, his, annaId } = await two(world, { expects: [/500/] })
    const { say } = anna
    await his.goto(`${bram.site}/members/${annaId}/chat`)
    await write(his, bram, 'Blijf nog even')
    await hers.goto(`${anna.site}/chats`)
    await line(hers, bram).getByRole('link').click()
    await bubble(hers, 'Blijf nog even').waitFor()

    await hers.route('**/api/chat.php', route =>
      route.fulfill({ status: 500, json: { error: { code: 'internal' } } }),
    )
    await openMenu(hers, anna, say('Remove conversation'))
    await hers
      .getByText(say('The conversation could not be removed. It is back in the list; try again later.'))
      .waitFor()
    await line(hers, bram).waitFor()
    await fine(hers, 'a removal that failed')
    await hers.unroute('**/api/chat.php')

    await line(hers, bram).getByRole('link').click()
    await openMenu(hers, anna, say('Remove conversation'))
    await heading(hers, say('No conversations yet')).waitFor()
    await hers.reload()
    await heading(hers, say('No conversations yet')).waitFor()

    await write(his, bram, 'Ben je er nog?')
    await line(hers, bram).getByRole('link').click()
    await bubble(hers, 'Ben je er nog?').waitFor()
    await leave(hers, anna)
    await leave(his, bram)
  },
)

for (const size of [DESKTOP, PHONE]) {
  story(
    `who is blocked reads on and writes no more, at once, until the block is lifted at ${size.width}`,
    async world => {
      const { anna, bram, hers, his, annaId } = await two(world, { size })
      const { say } = anna
      await his.goto(`${bram.site}/members/${annaId}/chat`)
      await write(his, bram, 'Hallo daar')
      await hers.goto(`${anna.site}/chats`)
      await line(hers, bram).getByRole('link').click()
      await bubble(hers, 'Hallo daar').waitFor()
      await openMenu(hers, anna, say('Block {name}', { name: bram.name }))
      await button(hers.getByRole('dialog'), say('Block')).click()

      await his.getByText(say('Nobody can write here any more.')).waitFor()
      same(await his.locator('.composer-text').count(), 0, 'fields to write in')
      await bubble(his, 'Hallo daar').waitFor()
      await fine(his, 'a conversation that is closed')
      await his.goto(`${bram.site}/chats`)
      await his.locator('.chat-line:not(.chat-line--waiting)').first().waitFor()
      same(await line(his, anna).count(), 0, 'lines that tell her name')

      await hers.goto(`${anna.site}/profile#blocked`)
      await button(hers, say('Unblock {shown}', { shown: bram.name })).click()
      await hers.getByText(say('You have blocked nobody.')).waitFor()
      await line(his, anna).getByRole('link').click()
      await write(his, bram, 'Daar ben ik weer')
      await leave(hers, anna)
      await leave(his, bram)
    },
  )
}

story('a premium member sends a photo and a gift, and the other one sees both', async world => {
  const { anna, bram, hers, his, annaId, bramId } = await two(world, { expects: [/favicon/] })
  const { say } = anna
  await buy(his, bram)
  await his.goto(`${bram.site}/members/${annaId}/chat`)
  await write(his, bram, 'Kijk eens')
  await hers.goto(`${anna.site}/members/${bramId}/chat`)
  await bubble(hers, 'Kijk eens').waitFor()

  const chosen = his.waitForEvent('filechooser')
  await button(his, say('Send a photo')).click()
  await (await chosen).setFiles(photoFile(2))
  const sheet = his.getByRole('dialog')
  await sheet.getByRole('img').waitFor()
  await fine(his, 'a photo before it is sent')
  await button(sheet, say('Send')).click()
  const photo = hers.locator('button.photo-thumb')
  await photo.waitFor()
  await hers.waitForFunction(() => {
    const image = document.querySelector('button.photo-thumb img')
    return image?.complete && image.naturalWidth > 0
  })
  await fine(hers, 'a photo in a conversation')
  await photo.click()
  await hers.locator('.lightbox img').waitFor()
  await fine(hers, 'a photo, larger')
  await hers.keyboard.press('Escape')
  await hers.locator('.lightbox').waitFor({ state: 'detached' })

  await button(his, say('Give a gift')).click()
  await his.locator('.gift').nth(1).click()
  await button(his, say('Give')).click()
  await hers.locator('.gift-card svg').waitFor()
  const { credits } = await his.evaluate(async () => (await (await fetch('/api/user.php')).json()).user)
  same(credits, 100 - 10 - 20 - 10, 'credits after a message, a photo and a gift')
  await leave(hers, anna)
  await leave(his, bram)
})

story('two pages of one browser share what is told and what is sent', async world => {
  const { anna, bram, hers, his, annaId, bramId } = await two(world)
  await his.goto(`${bram.site}/members/${annaId}/chat`)
  // The page before may hold the line to its last moment: it has to be this one that holds it.
  const holdsLine = async name => {
    const holder = ({ held }, wanted) => held.find(lock => lock.name === wanted)?.clientId
    return navigator.locks.request('who-am-i', async () => {
      const locks = await navigator.locks.query()
      return holder(locks, name) === holder(locks, 'who-am-i')
    })
  }
  await until(his, holdsLine, `vonk.live.${bramId}`)
  const second = await his.context().newPage()
  const streams = []
  second.on('request', request => {
    if (request.url().endsWith('/Watch')) streams.push(request)
  })
  await second.goto(`${bram.site}/members/${annaId}/chat`)
  await second.locator('.composer-text').waitFor()
  await write(second, bram, 'Uit het tweede venster')
  await bubble(his, 'Uit het tweede venster').waitFor()
  await hers.goto(`${anna.site}/members/${bramId}/chat`)
  await write(hers, anna, 'Voor beide vensters')
  await bubble(his, 'Voor beide vensters').waitFor()
  await bubble(second, 'Voor beide vensters').waitFor()
  same(streams.length, 0, 'streams that the second page opened while the first had one')
  await second.close()
  await leave(hers, anna)
  await leave(his, bram)
})

story('a conversation that is none says so, with a way back', async world => {
  const { who, page } = await member(world, { expects: [/404/] })
  const { say } = who
  await logIn(page, who)
  await page.goto(`${who.site}/chats/01890000-0000-8000-8000-000000000000`)
  await heading(page, say('This conversation is not there')).waitFor()
  await fine(page, 'no such conversation')
  await link(page, say('All messages')).click()
  await heading(page, say('Messages')).waitFor()
  await leave(page, who)
})
