const WORKER = '/sw-push.js'

/** The only script address this page may ever hand to the browser at run time. */
function scriptAddress(): string {
  const types = (globalThis as { trustedTypes?: TrustedTypesLike }).trustedTypes
  if (!types) return WORKER
  const policy = types.createPolicy('vonk-worker', {
    createScriptURL: address => {
      if (address !== WORKER) throw new TypeError('not a script of this site')
      return address
    },
  })
  return policy.createScriptURL(WORKER) as unknown as string
}

type TrustedTypesLike = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): { toString(): string } }
}

/** Registers the worker that keeps the page usable offline. A browser without workers is fine. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(scriptAddress(), { scope: '/' })
  } catch {
    // Private windows and old browsers refuse; the site works without.
  }
}

/** Tells the worker to forget what it kept for the member who leaves. */
export function clearWorker(): void {
  navigator.serviceWorker?.controller?.postMessage({ type: 'clear' })
}
