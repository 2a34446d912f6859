/** Every key of the query cache; PHP and RPC share one key space. */
export const keys = {
  user: () => ['user'] as const,
  /** Where a member goes who is one no longer. */
  farewell: () => ['farewell'] as const,
  chats: () => ['chats'] as const,
  /** How the member and another one stand in chat; `conversations` is all of them. */
  conversations: () => ['conversation'] as const,
  conversation: (peer: string) => ['conversation', peer] as const,
  conversationPeer: (conversation: string) => ['conversation-peer', conversation] as const,
  histories: () => ['history'] as const,
  history: (conversation: string) => ['history', conversation] as const,
  /** Until when another member counts as typing. */
  typing: (peer: string) => ['typing', peer] as const,
  gifts: (language: string) => ['gifts', language] as const,
  likes: () => ['likes'] as const,
  /** Everything that other members showed; a block makes it old. */
  people: () => ['people'] as const,
  members: (search: string) => ['people', 'members', search] as const,
  profile: (id: string) => ['people', 'profile', id] as const,
  relation: (id: string) => ['people', 'relation', id] as const,
  blocked: () => ['people', 'blocked'] as const,
  ownProfile: () => ['own-profile'] as const,
  interests: (language: string) => ['interests', language] as const,
  regions: (country: string) => ['regions', country] as const,
  cities: (country: string, prefix: string) => ['cities', country, prefix] as const,
  /** Everything that a payment or a spent credit makes old: wallet, packages, orders, transactions. */
  money: () => ['money'] as const,
  wallet: () => ['money', 'wallet'] as const,
  packages: (code: string) => ['money', 'packages', code] as const,
  order: (id: string) => ['money', 'order', id] as const,
  transactions: () => ['money', 'transactions'] as const,
  welcome: () => ['money', 'welcome'] as const,
  account: () => ['account'] as const,
  sessions: () => ['sessions'] as const,
  preferences: () => ['preferences'] as const,
  company: () => ['company'] as const,
  page: (slug: string, language: string) => ['page', slug, language] as const,
}
