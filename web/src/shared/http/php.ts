import * as v from 'valibot'
import { tellAuthLost } from '../session/auth-lost'
import { errorOf } from './errors'

type Options = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  query?: Record<string, string>
  signal?: AbortSignal
}

/**
 * One call to /api/*.php, its answer parsed. Throws `PhpError` for an error answer and `TypeError` when the
 * network fails. A 403 that asks for a login ends the session here, except on user.php.
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
  const response = await fetch(`/api/${file}${search}`, {
    method,
    headers,
    credentials: 'same-origin',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  if (!response.ok) {
    const error = await errorOf(response)
    if (error.status === 403 && error.authenticationRequired && file !== 'user.php') tellAuthLost()
    throw error
  }
  const content: unknown = response.status === 204 ? null : await response.json()
  return v.parse(answer, content)
}
