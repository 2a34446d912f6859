import { errorOf, PhpError } from '../../../shared/http/errors'

/** Switches mail off by the token of a mail's link, as mail programs do with one click (RFC 8058). */
export async function unsubscribe(token: string): Promise<void> {
  const answer = await fetch(`/unsubscribe?${new URLSearchParams({ token })}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    credentials: 'omit',
    signal: AbortSignal.timeout(20_000),
  })
  if (answer.ok) return
  // The address of the link is no call of the site's: its one refusal has the links' own word.
  if (answer.status === 404) throw new PhpError(404, 'link_invalid')
  throw await errorOf(answer)
}
