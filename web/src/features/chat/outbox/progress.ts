const parts = new Map<string, number>()
const listeners = new Set<() => void>()

/** Which part of a photo has left, 0 to 1, by the id of its message. */
export const progress = {
  get: (id: string): number | null => parts.get(id) ?? null,
  set: (id: string, part: number | null): void => {
    if (part === null) parts.delete(id)
    else parts.set(id, part)
    for (const heard of listeners) heard()
  },
  subscribe: (heard: () => void): (() => void) => {
    listeners.add(heard)
    return () => listeners.delete(heard)
  },
}
