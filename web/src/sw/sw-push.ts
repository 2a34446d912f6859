/// <reference lib="webworker" />
import { precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
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
