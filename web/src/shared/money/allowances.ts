/** What a free and a premium member may do; the services hold everybody to it. */
export const ALLOWANCES = { freePhotos: 3, premiumPhotos: 25, freeConversations: 2, freeMessages: 5 } as const
