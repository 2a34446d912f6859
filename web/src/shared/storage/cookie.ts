/** The value of a readable cookie; null when there is none, or none that can be read. */
export function readCookie(name: string, from: string = document.cookie): string | null {
  for (const pair of from.split('; ')) {
    const [key, ...rest] = pair.split('=')
    if (key === name) return decoded(rest.join('='))
  }
  return null
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

/** Writes a readable cookie for the whole site. */
export function writeCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser we serve
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax${secure}`
}
