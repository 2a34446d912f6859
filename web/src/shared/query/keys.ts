/** Every key of the query cache; PHP and RPC share one key space. */
export const keys = {
  user: () => ['user'] as const,
  /** Where a member goes who is one no longer. */
  farewell: () => ['farewell'] as const,
  chats: () => ['chats'] as const,
  likes: () => ['likes'] as const,
  account: () => ['account'] as const,
  sessions: () => ['sessions'] as const,
  preferences: () => ['preferences'] as const,
  company: () => ['company'] as const,
  page: (slug: string, language: string) => ['page', slug, language] as const,
}
