import { titleWith } from '../query/badges'

let title = ''
let count = 0

function show(): void {
  const full = titleWith(count, title)
  if (document.title !== full) document.title = full
}

export function setPageTitle(next: string): void {
  title = next
  show()
}

/** Puts the number of unread messages and new likes before the title and on the app's icon. */
export function setNewsCount(next: number): void {
  count = next
  if (title) show()
  // Not in every browser, and refused without permission to notify: then there is no badge.
  navigator.setAppBadge?.(next).catch(() => undefined)
}
