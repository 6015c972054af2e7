import { lazy, Suspense } from 'react'
import { useEarlyKeys } from './early-keys.ts'

const LoadedShortcuts = lazy(() => import('./loaded-shortcuts.tsx').then((each) => ({ default: each.LazyShortcuts })))

function EarlyKeys() {
  useEarlyKeys()
  return null
}

export const Shortcuts = () => (
  <Suspense fallback={<EarlyKeys />}>
    <LoadedShortcuts />
  </Suspense>
)
