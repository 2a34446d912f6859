import type { ModalName, Modals } from './registry'

export type Waiting = { [N in ModalName]: { name: N; props: Modals[N] } }[ModalName]

/** Each match has its own moment; of every other modal one is enough. */
const isSame = (one: Waiting, other: Waiting): boolean =>
  one.name === 'match' && other.name === 'match'
    ? one.props.memberId === other.props.memberId && one.props.kind === other.props.kind
    : one.name === other.name

/** The first is seen, the rest wait. A modal that is already there is not added again. */
export function enqueue(queue: readonly Waiting[], next: Waiting): readonly Waiting[] {
  return queue.some(waiting => isSame(waiting, next)) ? queue : [...queue, next]
}

export function dequeue(queue: readonly Waiting[], over: Waiting): readonly Waiting[] {
  return queue.filter(waiting => !isSame(waiting, over))
}
