import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newsOf, openNews, ownAddress, showNews } from './push'

type Page = { url: string; focused: boolean; focus: () => Promise<void>; postMessage: (what: unknown) => void }

const shown: [string, NotificationOptions][] = []
const opened: string[] = []
const badges: number[] = []
let pages: Page[] = []

const page = (path: string, focused = false): Page => ({
  url: `http://localhost:8080${path}`,
  focused,
  focus: vi.fn(async () => undefined),
  postMessage: vi.fn(),
})

beforeEach(() => {
  shown.length = 0
  opened.length = 0
  badges.length = 0
  pages = []
  vi.stubGlobal('self', {
    location: { origin: 'http://localhost:8080' },
    clients: {
      matchAll: async () => pages,
      openWindow: async (url: string) => void opened.push(url),
    },
    registration: {
      showNotification: async (title: string, options: NotificationOptions) =>
        void shown.push([title, options]),
    },
  })
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { setAppBadge: { value: async (count: number) => void badges.push(count) } }),
  )
})
afterEach(() => vi.unstubAllGlobals())

const sent = {
  type: 'message',
  title: 'Anna',
  body: 'A message for you',
  url: '/chats/1',
  tag: 'chat-1',
  badge: 3,
}

describe('a push', () => {
  it('is shown, numbered on the icon, and told to open pages', async () => {
    pages = [page('/members')]
    await showNews(newsOf(sent, 'localhost'))
    expect(shown).toEqual([
      ['Anna', expect.objectContaining({ tag: 'chat-1', silent: false, data: { url: '/chats/1' } })],
    ])
    expect(badges).toEqual([3])
    expect(pages[0]?.postMessage).toHaveBeenCalledWith({ type: 'push' })
  })

  it('makes no noise while somebody looks at the site', async () => {
    pages = [page('/chats/1', true)]
    await showNews(newsOf(sent, 'localhost'))
    expect(shown[0]?.[1].silent).toBe(true)
  })

  it('that cannot be read is shown all the same', async () => {
    await showNews(newsOf(null, 'localhost'))
    expect(shown[0]?.[0]).toBe('localhost')
    expect(badges).toEqual([])
  })

  it('never leads to another site', () => {
    for (const url of ['https://evil.example/x', '//evil.example', 'javascript:alert(1)', '/\\evil.example']) {
      expect(ownAddress(url), url).toBe('/')
    }
    expect(ownAddress('/chats/1?x=1')).toBe('/chats/1?x=1')
  })
})

describe('a click on it', () => {
  it('brings the page that shows it to the front', async () => {
    pages = [page('/members'), page('/chats/1')]
    await openNews('/chats/1')
    expect(pages[1]?.focus).toHaveBeenCalled()
    expect(pages[1]?.postMessage).toHaveBeenCalledWith({ type: 'open', url: '/chats/1' })
    expect(opened).toEqual([])
  })

  it('opens a page where there is none', async () => {
    await openNews('/chats/1')
    expect(opened).toEqual(['/chats/1'])
  })
})
