import { lazy, Suspense } from 'react'

const Hints = lazy(() => import('./hints.tsx').then((each) => ({ default: each.Hints })))

/** Their code loads after the first picture. */
export const LazyHints = () => (
  <Suspense fallback={null}>
    <Hints />
  </Suspense>
)
