let subscribed = false

/** Whether this browser hears of news by push, so that asking on a clock may be rarer. */
export const pushSubscribed = (): boolean => subscribed

/** Looks once, after the worker is ready. */
export async function lookForPush(registration: ServiceWorkerRegistration): Promise<void> {
  // Not in every browser, and refused in private windows.
  if (!('pushManager' in registration)) return
  const found = await registration.pushManager.getSubscription().catch(() => null)
  subscribed = found !== null
}
