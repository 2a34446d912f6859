import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { setOpener } from '../../shared/modals/opener'
import { dequeue, enqueue, type Waiting } from '../../shared/modals/queue'
import { ModalsContext, type OpenModal } from '../../shared/modals/registry'

const View = lazy(() => import('./view'))

/** Shows the first modal of the queue, over the page. */
export function ModalHost({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly Waiting[]>([])
  const open: OpenModal = (name, props) => setQueue(old => enqueue(old, { name, props } as Waiting))
  const [first] = queue
  useEffect(() => setOpener((name, props) => setQueue(old => enqueue(old, { name, props } as Waiting))), [])
  return (
    <ModalsContext value={{ open }}>
      {children}
      {first && (
        <Suspense fallback={null}>
          <View
            key={JSON.stringify(first)}
            waiting={first}
            onClose={() => setQueue(old => dequeue(old, first))}
          />
        </Suspense>
      )}
    </ModalsContext>
  )
}
