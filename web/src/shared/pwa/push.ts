import * as v from 'valibot'
import { php } from '../http/php'
import { read, remove, write } from '../storage/store'
import { setPushState } from './push-state'

/** Which member switched push on here: it comes back with that member's next login, and with nobody else's. */
const SWITCHED_ON_BY = 'push.switched-on-by'

async function worker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return null
  return navigator.serviceWorker.ready
}

/** A key as the browser wants it. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, sign => sign.charCodeAt(0))
}

async function subscribe(registration: ServiceWorkerRegistration, key: string): Promise<void> {
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  })
  const { endpoint, keys } = subscription.toJSON()
  try {
    await php('user.php', v.unknown(), {
      method: 'POST',
      query: { push: '1' },
      body: { subscription: { endpoint, keys } },
    })
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
}

/** Looks how things stand, and takes push up again where this member had switched it on. */
export async function lookForPush(key: string | null, member: string): Promise<void> {
  const registration = key ? await worker().catch(() => null) : null
  if (!key || !registration) return setPushState('incapable')
  if (Notification.permission === 'denied') return setPushState('denied')
  const mine = read('local', SWITCHED_ON_BY, v.string()) === member
  const held = await registration.pushManager.getSubscription().catch(() => null)
  if (held && !mine) await held.unsubscribe().catch(() => undefined)
  if (!mine || Notification.permission !== 'granted') return setPushState('off')
  try {
    // Also when there is one: the server may have lost it.
    await subscribe(registration, key)
    setPushState('on')
  } catch {
    setPushState('off')
  }
}

/** Asks for the permission, which only a click may do, and subscribes. Throws when the server cannot store it. */
export async function switchPushOn(key: string, member: string): Promise<void> {
  if (!('Notification' in window)) return setPushState('incapable')
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return setPushState(permission === 'denied' ? 'denied' : 'off')
  const registration = await worker()
  if (!registration) return setPushState('incapable')
  await subscribe(registration, key)
  write('local', SWITCHED_ON_BY, member)
  setPushState('on')
}

/** The browser hears no more; the server notices at the next try. */
export async function switchPushOff(): Promise<void> {
  remove('local', SWITCHED_ON_BY)
  await silence()
  setPushState('off')
}

/** Who leaves must not be told of here; with the next login of the same member it goes on. */
export async function silence(): Promise<void> {
  // The worker that there is: one that never came has nothing to be silenced.
  const registration = await navigator.serviceWorker?.getRegistration()
  const held = await registration?.pushManager?.getSubscription()
  await held?.unsubscribe()
}
