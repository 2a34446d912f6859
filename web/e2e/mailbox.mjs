// The mails that the site has sent.
import { setInterval } from 'node:timers/promises'

const MAILBOX_URL = process.env.MAILBOX_URL ?? 'http://127.0.0.1:8025'

async function messages() {
  const answer = await fetch(`${MAILBOX_URL}/messages.json`)
  if (!answer.ok) throw new Error(`the mailbox answers ${answer.status}`)
  return answer.json()
}

/** How many mails of a kind an address has got. */
export const count = async (to, kind) =>
  (await messages()).filter(mail => mail.to === to && (!kind || mail.kind === kind)).length

/** The newest mail of a kind to an address, as soon as there are `nth` of them. */
export async function mail(to, kind, nth = 1) {
  const deadline = Date.now() + 30_000
  for await (const _ of setInterval(100)) {
    const found = (await messages()).filter(each => each.to === to && each.kind === kind)
    if (found.length >= nth) return found[0]
    if (Date.now() > deadline) throw new Error(`no ${kind} mail number ${nth} came to ${to}`)
  }
}

/** The link of a mail that leads to a page. */
export function linkIn({ text }, page) {
  const link = text.match(/https?:\/\/\S+/g)?.find(each => new URL(each).pathname === page)
  if (!link) throw new Error(`the mail has no link to ${page}`)
  return link
}
