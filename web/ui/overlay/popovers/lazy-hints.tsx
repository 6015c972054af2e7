import { lazy, Suspense } from 'react'

const Hints = lazy(() => import('./hints.tsx').then((each) => ({ default: each.Hints })))

export const LazyHints = () => (
  <Suspense fallback={null}>
    <Hints />
  </Suspense>
)
