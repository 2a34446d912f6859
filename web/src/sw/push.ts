/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope

/** What the server sends, checked. */
export type News = { type: string; title: string; body: string; url: string; tag: string; badge: number | null }

const ICON = '/icons/192.png'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads a push; something that cannot be read is still shown, for a push that shows nothing ends the permission. */
export function newsOf(data: unknown, site: string): News {
  const said = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
  const { badge } = said
  return {
    type: text(said.type),
    title: text(said.title) || site,
    body: text(said.body),
    url: ownAddress(text(said.url)),
    tag: text(said.tag) || 'news',
    badge: typeof badge === 'number' && badge >= 0 ? Math.floor(badge) : null,
  }
}

/** Only an address of this site is ever opened. */
export function ownAddress(url: string, origin: string = self.location.origin): string {
  try {
    const address = new URL(url || '/', origin)
    return address.origin === origin ? address.pathname + address.search : '/'
  } catch {
    return '/'
  }
}

const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Shows the news, sets the number on the app's icon and lets open pages ask again. */
export async function showNews(news: News): Promise<void> {
  const open = await pages()
  const watched = open.some(page => page.focused)
  for (const page of open) page.postMessage({ type: 'push' })
  if (news.badge !== null) await navigator.setAppBadge?.(news.badge).catch(() => undefined)
  await self.registration.showNotification(news.title, {
    body: news.body,
    tag: news.tag,
    icon: ICON,
    badge: ICON,
    // Who is looking at the site sees it there.
    silent: watched,
    data: { url: news.url },
  })
}

/** Brings a page of the site to the front, else opens one. */
export async function openNews(url: string): Promise<void> {
  const open = await pages()
  const page = open.find(each => new URL(each.url).pathname === url) ?? open[0]
  if (!page) {
    await self.clients.openWindow(url)
    return
  }
  await page.focus()
  page.postMessage({ type: 'open', url })
}

/** The browser has made another subscription: the server is told under which address it finds us now. */
export async function renewSubscription(options: PushSubscriptionOptions | undefined): Promise<void> {
  if (!options?.applicationServerKey) return
  const made = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: options.applicationServerKey,
  })
  const { endpoint, keys } = made.toJSON()
  await fetch('/api/user.php?push=1', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Request-Type': 'client' },
    body: JSON.stringify({ subscription: { endpoint, keys } }),
  })
}
