// The main job, in one go: two strangers meet, like, match, chat, pay and chat on, until one has enough.
import { button, heading, leave, link, logIn, member, stranger } from '../acts.mjs'
import { DESKTOP, PHONE } from '../browser.mjs'
import { check, same, story } from '../harness.mjs'
import { bubble, card, completeProfile, line, payWithIdeal, write } from '../together.mjs'

const FREE = ['Dag!', 'Wat een mooie foto.', 'Zeil je vaak?', 'Ik woon vlakbij.', 'Zin in koffie?']
const PAID = 'Zaterdag om elf uur?'

const account = page => page.evaluate(async () => (await (await fetch('/api/user.php')).json()).user)

for (const size of [DESKTOP, PHONE]) {
  story(`two strangers meet, match, chat, pay and chat on at ${size.width}`, async world => {
    const anna = stranger()
    const bram = { ...stranger(), gender: 'Man', seeking: 'Women' }
    const { page: hers } = await member(world, { size, who: anna })
    // Chromium asks for the icon of the payment page by itself.
    const { page: his } = await member(world, { size, who: bram, expects: [/favicon/] })
    const { say } = anna
    await logIn(hers, anna)
    await logIn(his, bram)
    await completeProfile(hers, anna, 1)
    await completeProfile(his, bram, 4)

    // He finds her and likes her; she sees it at once, likes back, and both see the match.
    await his.goto(`${bram.site}/members?interests=sailing`)
    await card(his, anna).getByRole('link').click()
    await button(his, say('Like')).click()
    await hers
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${say('Likes')}`) })
      .locator('visible=true')
      .locator('.badge')
      .waitFor()
    check((await hers.title()).startsWith('(1) '), `the title counts the like: ${await hers.title()}`)
    await hers.goto(`${anna.site}/likes`)
    await card(hers, bram).first().getByRole('link').click()
    await button(hers, say('Like')).click()
    await heading(hers, say('It is a match!')).waitFor()
    await heading(his, say('It is a match!')).waitFor()

    // He writes to her from there, as long as it is free.
    await button(his, say('Send a message')).click()
    await button(hers, say('Later')).click()
    await hers.goto(`${anna.site}/chats`)
    for (const text of FREE) await write(his, bram, text)
    await line(hers, bram).getByRole('link').click()
    await bubble(hers, FREE.at(-1)).waitFor()
    await write(hers, anna, 'Graag!')
    await bubble(his, 'Graag!').waitFor()

    // The sixth costs credits. It waits in the conversation while he buys some.
    await write(his, bram, PAID)
    await heading(his, say('Credits for your message')).waitFor()
    await link(his, say('See credits')).click()
    await his.locator('a.package').first().waitFor()
    await payWithIdeal(his, bram)
    const bought = await account(his)
    same(`${bought.credits} ${bought.paid_user}`, '100 true', 'credits and premium after paying')
    await his.goto(`${bram.site}/chats`)
    await line(his, anna).getByRole('link').click()
    await his
      .locator('.message-problem')
      .getByRole('button', { name: say('Try again') })
      .click()
    await bubble(hers, PAID).waitFor()
    same(
      (await hers.locator('.bubble-text').allTextContents()).join('|'),
      [...FREE, 'Graag!', PAID].join('|'),
      'what she has, in order',
    )
    same((await account(his)).credits, 90, 'credits after the paid message')
    await his.goto(`${bram.site}/transactions`)
    await his.locator('.balance-number').filter({ hasText: '90' }).waitFor()

    // She blocks him: at once he can write no more, and finds her nowhere.
    await his.goto(`${bram.site}/chats`)
    await line(his, anna).getByRole('link').click()
    await bubble(his, PAID).waitFor()
    await button(hers, say('More about this conversation')).click()
    await hers.getByRole('menuitem', { name: say('Block {name}', { name: bram.name }) }).click()
    await button(hers.getByRole('dialog'), say('Block')).click()
    await his.getByText(say('Nobody can write here any more.')).waitFor()
    await his.goto(`${bram.site}/members?interests=sailing`)
    await his.locator('.results-count[role=status]').waitFor()
    same(await card(his, anna).count(), 0, 'cards of her in the search')
    await his.goto(`${bram.site}/likes`)
    await heading(his, say('Likes')).waitFor()
    await his.locator('.likes [aria-busy=true]').waitFor({ state: 'detached' })
    same(await card(his, anna).count(), 0, 'cards of her in the likes')
    same(await card(hers, bram).count(), 0, 'cards of him')
    await leave(hers, anna)
    await leave(his, bram)
  })
}
