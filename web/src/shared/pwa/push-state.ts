/** Whether this browser hears of news by push. `incapable`: it cannot, or the site does not offer it. */
export type PushState = 'incapable' | 'unknown' | 'off' | 'on' | 'denied'

let state: PushState = 'unknown'
const listeners = new Set<() => void>()

export const pushState = (): PushState => state

export function setPushState(next: PushState): void {
  state = next
  for (const heard of listeners) heard()
}

export const onPushState = (heard: () => void): (() => void) => {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

/** Then asking on a clock may be rarer. */
export const pushSubscribed = (): boolean => state === 'on'
