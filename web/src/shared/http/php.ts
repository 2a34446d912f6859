import * as v from 'valibot'
import { tellAuthLost } from '../session/auth-lost'
import { errorOf } from './errors'

type Options = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  query?: Record<string, string>
  signal?: AbortSignal
}

/** Milliseconds that an answer may take; RPCs wait as long. */
export const PATIENCE = 20_000

/**
 * One call to /api/*.php, its answer parsed. Throws `PhpError` for an error answer and `TypeError` when the
 * network fails, or gives no answer in time. A 403 that asks for a login ends the session here, except on user.php.
 */
export async function php<S extends v.GenericSchema>(
  file: `${string}.php`,
  answer: S,
  { method = 'GET', body, query, signal }: Options = {},
): Promise<v.InferOutput<S>> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (file === 'user.php') headers['X-Request-Type'] = 'client'
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return within(PATIENCE, signal, async limit => {
    const response = await fetch(`/api/${file}${search}`, {
      method,
      headers,
      credentials: 'same-origin',
      // What was pressed is done, also when the page is left in this moment.
      keepalive: method !== 'GET',
      signal: limit,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) {
      const error = await errorOf(response)
      if (error.status === 403 && error.authenticationRequired && file !== 'user.php') tellAuthLost()
      throw error
    }
    const content: unknown = response.status === 204 ? null : await response.json()
    return v.parse(answer, content)
  })
}

/** Gives a call up when its caller does, or when it takes too long. */
async function within<T>(
  milliseconds: number,
  caller: AbortSignal | undefined,
  call: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  const giveUp = () => over.abort(caller?.reason)
  const timer = setTimeout(() => over.abort(new TypeError('no answer in time')), milliseconds)
  if (caller?.aborted) giveUp()
  caller?.addEventListener('abort', giveUp)
  try {
    return await call(over.signal)
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', giveUp)
  }
}
