// The screens of chat. The numbers are those of the fixture's people: fixture/chat.ts.

const talk = at => `/chats/01890000-0000-8000-8000-00000000d${String(at).padStart(3, '0')}`
const memberChat = at => `/members/01890000-0000-7000-8000-00000000c${String(at).padStart(3, '0')}/chat`

const screen = (name, path, rest = {}) => ({
  name: `chat-${name}`,
  path,
  member: 'premium',
  viewport: true,
  ready: '.composer-text',
  ...rest,
})

const settled = page => page.waitForTimeout(400)

export const chat = [
  screen('overview', '/chats', { ready: '.chat-link', act: settled }),
  screen('overview-empty', '/chats', { member: 'new', ready: '.chat-list .empty' }),
  screen('conversation', talk(1), { ready: '.gift-card svg', act: settled }),
  screen('conversation-fictional', talk(5), { ready: '.conversation-head .fictional', act: settled }),
  screen('read-only', talk(6), { ready: '.composer--closed', act: settled }),
  screen('first-line', memberChat(8), { ready: '.first-line' }),
  screen('nobody', '/chats/01890000-0000-8000-8000-000000000000', { ready: '.conversation--nobody h1' }),
  screen('failed', talk(2), {
    act: async page => {
      await page.locator('.composer-text').fill('Ik kom eraan!')
      await page.locator('.send-button').click()
      await page.locator('[role=dialog]').waitFor()
      await page.keyboard.press('Escape')
      await page.locator('.message-problem').waitFor()
      await settled(page)
    },
  }),
  screen('too-long', talk(2), {
    act: async page => {
      await page.locator('.composer-text').fill('Een lang verhaal. '.repeat(60))
      await settled(page)
    },
  }),
  screen('gifts', talk(1), {
    act: async page => {
      await page.locator('.composer-row .icon-button').nth(1).click()
      await page.locator('.gift').nth(3).click()
      await settled(page)
    },
  }),
  screen('lightbox', talk(1), {
    act: async page => {
      await settled(page)
      await page.locator('button.photo-thumb').click()
      await page.locator('.lightbox img').waitFor()
      await settled(page)
    },
  }),
  screen('menu', talk(1), {
    act: async page => {
      await page.locator('.conversation-head button').click()
      await page.locator('[role=menu]').waitFor()
    },
  }),
]
