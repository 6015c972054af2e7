import { lazy, Suspense } from 'react'

const Hints = lazy(() => import('./hints.tsx').then((each) => ({ default: each.Hints })))

/** Loads after the first paint. */
export const LazyHints = () => (
  <Suspense fallback={null}>
    <Hints />
  </Suspense>
)
