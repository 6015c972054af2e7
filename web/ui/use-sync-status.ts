import { useCallback, useSyncExternalStore } from 'react'
import type { SyncStatus } from '#web/store/base/contract.ts'
import { useStore } from './store-context.ts'

export function useSyncStatus(): SyncStatus {
  const store = useStore()
  return useSyncExternalStore(
    useCallback((listener: () => void) => store.subscribeStatus(listener), [store]),
    () => store.status,
  )
}
