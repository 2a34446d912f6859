import { lazy, Suspense } from 'react'

const Footer = lazy(() => import('./footer'))

/** The footer, whose code may come after what stands above it. */
export function PageFoot() {
  return (
    <Suspense fallback={<div className="footer footer--waiting" />}>
      <Footer />
    </Suspense>
  )
}
