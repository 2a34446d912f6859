import type { User } from '../../shared/session/user'

/** What the overview gives to the conversation beside it. */
export type Pane = { remove: (conversation: string) => void; user: User }
