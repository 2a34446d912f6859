const FIRST = 500
const LONGEST = 30_000

/** Milliseconds before try number `failures`, from 1: doubling, and spread so that not all browsers come at once. */
export function pauseBefore(failures: number, chance: number = Math.random()): number {
  const most = Math.min(FIRST * 2 ** (failures - 1), LONGEST)
  return most / 2 + (most / 2) * chance
}

/** Waits, unless it is given up. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done)
  })
}
