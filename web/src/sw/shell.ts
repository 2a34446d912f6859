// The page itself, kept per host for when there is no network.

const CACHE = 'shell'
const KEY = '/'
const PATIENCE = 3_000

/** Keeps a fresh page, best effort. */
export async function keepShell(): Promise<void> {
  try {
    await remember(await fetch(KEY, { cache: 'no-store' }))
  } catch {
    // Offline already: the next visit keeps it.
  }
}

export async function clearShell(): Promise<void> {
  await caches.delete(CACHE)
}

async function remember(answer: Response): Promise<void> {
  const isPage = answer.ok && answer.headers.get('content-type')?.startsWith('text/html')
  if (!isPage) return
  const cache = await caches.open(CACHE)
  await cache.put(KEY, answer.clone())
}

/** The network first; after 3 seconds, or without a network, the kept page. */
export async function navigate(request: Request): Promise<Response> {
  const fresh = fetch(request).then(async answer => {
    // A full disk is no reason to withhold the page.
    await remember(answer.clone()).catch(() => undefined)
    return answer
  })
  const kept = await caches.match(KEY, { cacheName: CACHE })
  if (!kept) return fresh
  const patience = new Promise<Response>(resolve => {
    setTimeout(() => resolve(kept), PATIENCE)
  })
  return Promise.race([fresh, patience]).catch(() => kept)
}
