import * as v from 'valibot'
import { read, write } from '../storage/store'

const KEY = 'credits.came-from'

const CONVERSATION = /^\/(chats\/[\w-]+|members\/[\w-]+\/chat)$/

/** Remembers the conversation in which the credits did not reach; another page is no reason to come back. */
export function rememberCameFrom(path: string): void {
  write('session', KEY, CONVERSATION.test(path) ? path : '')
}

/** Where a payer wanted to go on; null when it was no conversation. */
export function returnPath(): string | null {
  const path = read('session', KEY, v.string())
  return path && CONVERSATION.test(path) ? path : null
}
