import type { ReactNode } from 'react'

type Props = { icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode; level?: 'h1' | 'h2' }

/** Nothing here yet: one kind sentence and one next step. */
export function Empty({ icon, title, children, action, level: Heading = 'h2' }: Props) {
  return (
    <div className="empty">
      <span className="big-mark">{icon}</span>
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}
