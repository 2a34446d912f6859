import type { OpenModal } from './registry'

/** What credits pay for. */
export type PaidThing = 'message' | 'photo' | 'gift'

/** What could not be paid; the numbers in credits, null when the caller does not know them. */
export type Shortage = { what: PaidThing; price: number | null; available: number | null }

/** What is for premium members. */
export type PremiumThing = 'photos' | 'conversations' | 'invisible' | 'other'

/**
 * Says that the credits do not reach, and where there are more. `open` is that of `useModals`; the numbers are
 * those of the failure `credits_short`.
 */
export function openBuyCredits(
  open: OpenModal,
  { what = 'message', price = null, available = null }: Partial<Shortage> = {},
): void {
  open('buy-credits', { what, price, available })
}

/** Says that something is for premium members, and how to become one. */
export function openPremiumOnly(open: OpenModal, thing: PremiumThing = 'other'): void {
  open('premium-only', { thing })
}

/** Says that a free member has as many photos as there may be. */
export function openPhotoLimit(open: OpenModal, limit: number): void {
  open('photo-limit', { limit })
}
