/** Every address of the site, by name. */
export const paths = {
  index: '/',
  login: '/login',
  signup: '/signup',
  members: '/members',
  member: (id: string) => `/members/${id}`,
  likes: '/likes',
  likesOf: (type: LikesType) => `/likes/${type}`,
  chats: '/chats',
  chat: (conversation: string) => `/chats/${conversation}`,
  memberChat: (id: string) => `/members/${id}/chat`,
  /** The chat with its sheet of gifts open. */
  memberGift: (id: string) => `/members/${id}/chat?gift=1`,
  likedMember: (id: string) => `/likes/m/${id}`,
  profile: '/profile',
  notifications: '/notifications',
  credits: '/credits',
  package: (id: string, method?: string) => (method ? `/credits/${id}/${method}` : `/credits/${id}`),
  repeatOrder: '/credits/repeat-order',
  premium: '/premium',
  pricing: '/pricing',
  transactions: '/transactions',
  transaction: (id: string) => `/transactions/${id}`,
  activate: '/activate',
  activateDone: '/activate/done',
  activateError: '/activate/error',
  resetPassword: '/reset-password',
  resetPasswordDo: '/reset-password/do',
  mailChangeDo: '/mail-change/do',
  reactivate: '/reactivate',
  unsubscribe: '/unsubscribe',
  accountDeleted: '/account-deleted',
  complaints: '/complaints',
  page: (slug: PageSlug) => `/pages/${slug}` as const,
} as const

export const LIKES_TYPES = ['received', 'given', 'matches'] as const

/** The lists of likes that have a page of their own. */
export type LikesType = (typeof LIKES_TYPES)[number]

export const PAGE_SLUGS = ['terms', 'privacy', 'cookies', 'ban', 'return-policy', 'faq', 'service'] as const

export type PageSlug = (typeof PAGE_SLUGS)[number]

/** A path of the members' area, with what is searched for, and a place on the page. */
const FOR_MEMBERS =
  /^\/(members|likes|chats|profile|notifications|credits|premium|transactions)(\/[\w-]+)*(\?[^\s\\#]*)?(#[\w-]*)?$/

/** An address to go to after a login, when it is one of this site's members' area; null for any other. */
export const forMembers = (address: string | null): string | null =>
  address !== null && FOR_MEMBERS.test(address) ? address : null
