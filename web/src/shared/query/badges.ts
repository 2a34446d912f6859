/** The part of a chat line that counts for the badge. */
export type ChatCount = { num_unread_messages: number }
/** The part of a received like that counts for the badge. */
export type LikeCount = { like_new: boolean }

/** Unread messages and new likes together: the number in the title and on the app's icon. */
export function newsCount(chats: readonly ChatCount[], likedBy: readonly LikeCount[]): number {
  const unread = chats.reduce((sum, chat) => sum + chat.num_unread_messages, 0)
  return unread + likedBy.filter(like => like.like_new).length
}

/** The page's title, with the number in brackets in front when there is news. */
export function titleWith(count: number, title: string): string {
  return count > 0 ? `(${count}) ${title}` : title
}

/** A badge's text: above 99 it is 99+. */
export function badgeText(count: number): string {
  return count > 99 ? '99+' : String(count)
}
