import { lazy, Suspense } from 'react'
import { useEarlyKeys } from './early-keys.ts'

const LoadedShortcuts = lazy(() => import('./loaded-shortcuts.tsx').then((each) => ({ default: each.LazyShortcuts })))

function Coming() {
  useEarlyKeys()
  return null
}

/** Hears the shortcuts and explains them. With the table of commands it comes after the first picture. */
export const Shortcuts = () => (
  <Suspense fallback={<Coming />}>
    <LoadedShortcuts />
  </Suspense>
)
