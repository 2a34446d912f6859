/** The pages of members, by name; each loads on demand. */
export const memberPages = {
  likes: () => import('../features/likes/routes/likes'),
  likesOf: () => import('../features/likes/routes/likes-of'),
  profile: () => import('../features/profile/routes/profile'),
  notifications: () => import('../features/notifications/routes/notifications'),
  premium: () => import('../features/premium/routes/premium'),
  credits: () => import('../features/credits/routes/credits'),
  repeatOrder: () => import('../features/credits/routes/repeat-order'),
  checkout: () => import('../features/credits/routes/checkout'),
  transactions: () => import('../features/transactions/routes/transactions'),
  transaction: () => import('../features/transactions/routes/transaction'),
  members: () => import('../features/members/routes/members'),
  member: () => import('../features/members/routes/member'),
  chatsIndex: () => import('../features/chat/routes/chats-index'),
  chat: () => import('../features/chat/routes/chat'),
  memberChat: () => import('../features/chat/routes/member-chat'),
  chats: () => import('../features/chat/routes/chats'),
} as const

export type MemberPage = keyof typeof memberPages
