import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { setOpener } from '../../shared/modals/opener'
import { dequeue, enqueue, type Waiting } from '../../shared/modals/queue'
import { type ModalName, ModalsContext, type OpenModal } from '../../shared/modals/registry'

const View = lazy(() => import('./view'))

/** Shows the first modal of the queue, over the page. */
export function ModalHost({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly Waiting[]>([])
  const open: OpenModal = (name, props) => setQueue(old => enqueue(old, { name, props } as Waiting))
  const close = (name: ModalName) => setQueue(old => dequeue(old, name))
  const [first] = queue
  useEffect(() => setOpener((name, props) => setQueue(old => enqueue(old, { name, props } as Waiting))), [])
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
