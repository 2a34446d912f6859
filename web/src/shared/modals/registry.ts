import { createContext, use } from 'react'
import type { PremiumThing, Shortage } from './money'
import type { Announced, MembersOnly } from './people'

/** Every modal and what it is opened with. Their code is in app/modals and loads when it is first needed. */
export type Modals = {
  'sign-up': Record<never, never>
  'entry-warning': Record<never, never>
  'activation-reminder': Record<never, never>
  'delete-account': Record<never, never>
  'buy-credits': Shortage
  'premium-only': { thing: PremiumThing }
  'photo-limit': { limit: number }
  'time-bonus': Record<never, never>
  match: { memberId: string; kind: Announced }
  block: { memberId: string; name: string }
  gift: { memberId: string; name: string }
  'acknowledge-fictional': { memberId: string }
  'login-required': { what: MembersOnly }
}

export type ModalName = keyof Modals

export type OpenModal = <N extends ModalName>(name: N, props: Modals[N]) => void

export const ModalsContext = createContext<{ open: OpenModal } | null>(null)

/** Opens modals; they queue, one is seen at a time. */
export function useModals(): { open: OpenModal } {
  const modals = use(ModalsContext)
  if (!modals) throw new Error('no modal host above this component')
  return modals
}
