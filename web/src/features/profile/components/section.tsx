import type { ReactNode } from 'react'

type Props = { id: string; title: string; intro?: ReactNode; children: ReactNode }

/** One subject of the profile page. */
export function Section({ id, title, intro, children }: Props) {
  return (
    <section className="card section" aria-labelledby={`${id}-title`} id={id}>
      <h2 id={`${id}-title`}>{title}</h2>
      {intro && <p className="section-intro">{intro}</p>}
      {children}
    </section>
  )
}
