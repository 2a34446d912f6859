import { paths } from '../../shared/paths'

const CHAT_OF_MEMBER = /^\/members\/[^/]+\/chat$/

/** Whether a page belongs to one of a member's ways. A chat belongs to the messages, also below a member's address. */
export function isPartOf(way: string, pathname: string): boolean {
  const place = CHAT_OF_MEMBER.test(pathname) ? paths.chats : pathname
  return place === way || place.startsWith(`${way}/`)
}
