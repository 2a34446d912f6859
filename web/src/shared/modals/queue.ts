import type { ModalName, Modals } from './registry'

export type Waiting = { [N in ModalName]: { name: N; props: Modals[N] } }[ModalName]

/** The first is seen, the rest wait. A modal that is already there is not added again. */
export function enqueue(queue: readonly Waiting[], next: Waiting): readonly Waiting[] {
  return queue.some(waiting => waiting.name === next.name) ? queue : [...queue, next]
}

export function dequeue(queue: readonly Waiting[], name: ModalName): readonly Waiting[] {
  return queue.filter(waiting => waiting.name !== name)
}
