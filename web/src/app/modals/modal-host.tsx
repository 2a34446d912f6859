import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { dequeue, enqueue, type Waiting } from '../../shared/modals/queue'
import { type ModalName, type Modals, ModalsContext, type OpenModal } from '../../shared/modals/registry'

type ModalProps<N extends ModalName> = Modals[N] & { onClose: () => void }

const views: { [N in ModalName]: ComponentType<ModalProps<N>> } = {
  'sign-up': lazy(() => import('../../features/signup/components/sign-up-modal')),
  'entry-warning': lazy(() => import('./entry-warning-modal')),
  'activation-reminder': lazy(() => import('../../features/auth/components/activation-reminder-modal')),
  'delete-account': lazy(() => import('../../features/profile/components/delete-account-modal')),
}

/** Shows the first modal of the queue, over the page. */
export function ModalHost({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly Waiting[]>([])
  const open: OpenModal = (name, props) => setQueue(old => enqueue(old, { name, props } as Waiting))
  const close = (name: ModalName) => setQueue(old => dequeue(old, name))
  const [first] = queue
  return (
    <ModalsContext value={{ open, close }}>
      {children}
      {first && (
        <Suspense fallback={null}>
          <View key={first.name} waiting={first} onClose={() => close(first.name)} />
        </Suspense>
      )}
    </ModalsContext>
  )
}

function View({ waiting, onClose }: { waiting: Waiting; onClose: () => void }) {
  // The registry ties each name to its props; the compiler cannot follow that through a lookup.
  const Shown = views[waiting.name] as ComponentType<{ onClose: () => void }>
  return <Shown {...waiting.props} onClose={onClose} />
}
