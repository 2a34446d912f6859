import { type ReactNode, useSyncExternalStore } from 'react'
import { CheckIcon } from './icons-first'

const SHOWN_FOR = 5_000

let current: { id: number; text: string; icon: ReactNode } | null = null
const listeners = new Set<() => void>()

function show(next: typeof current): void {
  current = next
  for (const listener of listeners) listener()
}

/**
 * Says shortly that something worked. Failures are said where they happened; one that has no place, as that of a menu
 * which is closed by then, comes here with another icon.
 */
export function toast(text: string, icon: ReactNode = <CheckIcon />): void {
  const id = (current?.id ?? 0) + 1
  show({ id, text, icon })
  setTimeout(() => {
    if (current?.id === id) show(null)
  }, SHOWN_FOR)
}

export function ToastArea() {
  const shown = useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
  return (
    <div className="toast-area" role="status">
      {shown && (
        <div key={shown.id} className="toast-card">
          {shown.icon}
          <span>{shown.text}</span>
        </div>
      )}
    </div>
  )
}
