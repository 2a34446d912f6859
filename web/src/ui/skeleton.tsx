/** Grey lines of the size the content will have. */
export function Skeleton({ lines = 3, title = false }: { lines?: number; title?: boolean }) {
  return (
    <div className="skeleton" aria-hidden="true">
      {title && <span className="skeleton-line skeleton-line--title" />}
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={at} className="skeleton-line" />
      ))}
    </div>
  )
}
