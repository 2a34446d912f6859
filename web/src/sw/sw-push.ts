/// <reference lib="webworker" />
import { precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { newsOf, openNews, ownAddress, renewSubscription, showNews } from './push'
import { clearShell, keepShell, navigate } from './shell'

declare const self: ServiceWorkerGlobalScope

// The app's code; index.html is not among it, for it carries a site's settings.
precacheAndRoute(self.__WB_MANIFEST)

registerRoute(new NavigationRoute(({ request }) => navigate(request), { denylist: [/^\/(?:api|rpc)\//] }))

self.addEventListener('install', event => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()))
})

self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

self.addEventListener('message', event => {
  const told: unknown = event.data
  if (typeof told === 'object' && told !== null && 'type' in told && told.type === 'clear') {
    event.waitUntil(clearShell())
  }
})

self.addEventListener('push', event => {
  let said: unknown = null
  try {
    said = event.data?.json()
  } catch {
    // Shown as news without words.
  }
  event.waitUntil(showNews(newsOf(said, self.location.hostname)))
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  const { url } = (event.notification.data ?? {}) as { url?: unknown }
  event.waitUntil(openNews(ownAddress(typeof url === 'string' ? url : '/')))
})

self.addEventListener('pushsubscriptionchange', event => {
  const { oldSubscription } = event as Event & { oldSubscription?: PushSubscription }
  ;(event as ExtendableEvent).waitUntil(renewSubscription(oldSubscription?.options))
})
