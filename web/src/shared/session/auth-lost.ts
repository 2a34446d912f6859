type Listener = () => void

const listeners = new Set<Listener>()

/** Tells that the server no longer knows this session. */
export function tellAuthLost(): void {
  for (const listener of [...listeners]) listener()
}

/** Hears it; the answer stops listening. */
export function onAuthLost(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
