const PAGES = ['/activate', '/reset-password/do', '/mail-change/do', '/reactivate', '/unsubscribe']

let token: string | null = null

/** Takes the token of a mailed link out of an address; it must not stay in the history or in a referrer. */
export function stripToken(address: URL): { clean: URL; token: string | null } {
  const clean = new URL(address)
  if (!PAGES.includes(address.pathname)) return { clean, token: null }
  clean.searchParams.delete('token')
  return { clean, token: address.searchParams.get('token') }
}

export const rememberToken = (found: string | null): void => {
  token = found
}

/** The token of the mailed link that opened this page; null when there was none. */
export const linkToken = (): string | null => token
