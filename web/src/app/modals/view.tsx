import { type ComponentType, lazy } from 'react'
import type { Waiting } from '../../shared/modals/queue'
import type { ModalName, Modals } from '../../shared/modals/registry'

type ModalProps<N extends ModalName> = Modals[N] & { onClose: () => void }

const views: { [N in ModalName]: ComponentType<ModalProps<N>> } = {
  'sign-up': lazy(() => import('../../features/signup/components/sign-up-modal')),
  'entry-warning': lazy(() => import('./entry-warning-modal')),
  'activation-reminder': lazy(() => import('../../features/auth/components/activation-reminder-modal')),
  'delete-account': lazy(() => import('../../features/profile/components/delete-account-modal')),
  'buy-credits': lazy(() => import('../../features/credits/components/buy-credits-modal')),
  'premium-only': lazy(() => import('../../features/premium/components/premium-only-modal')),
  'photo-limit': lazy(() => import('../../features/premium/components/photo-limit-modal')),
  'time-bonus': lazy(() => import('../../features/credits/components/time-bonus-modal')),
  match: lazy(() => import('../../features/likes/components/match-modal')),
  block: lazy(() => import('../../features/blocks/components/block-modal')),
  gift: lazy(() => import('../../features/chat/components/gift-sheet')),
  'acknowledge-fictional': lazy(() => import('../../features/chat/components/acknowledge-modal')),
  'login-required': lazy(() => import('../../features/members/components/login-required-modal')),
}

/** A modal by its name. A file of its own: the first page does without the table above. */
export default function View({ waiting, onClose }: { waiting: Waiting; onClose: () => void }) {
  // The registry ties each name to its props; the compiler cannot follow that through a lookup.
  const Shown = views[waiting.name] as ComponentType<{ onClose: () => void }>
  return <Shown {...waiting.props} onClose={onClose} />
}
