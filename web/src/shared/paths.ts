/** Every address of the site, by name. */
export const paths = {
  index: '/',
  login: '/login',
  signup: '/signup',
  members: '/members',
  profile: '/profile',
  notifications: '/notifications',
  activate: '/activate',
  activateDone: '/activate/done',
  activateError: '/activate/error',
  resetPassword: '/reset-password',
  resetPasswordDo: '/reset-password/do',
  mailChangeDo: '/mail-change/do',
  reactivate: '/reactivate',
  accountDeleted: '/account-deleted',
  complaints: '/complaints',
  page: (slug: PageSlug) => `/pages/${slug}` as const,
} as const

export const PAGE_SLUGS = ['terms', 'privacy', 'cookies', 'ban', 'return-policy', 'faq', 'service'] as const

export type PageSlug = (typeof PAGE_SLUGS)[number]

/** Where to go after a login: only an address of this site's members' area, else the members' home. */
export function safeNext(next: string | null): string {
  const allowed = [paths.members, paths.profile, paths.notifications]
  return allowed.find(path => next === path) ?? paths.members
}
