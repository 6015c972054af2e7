import { useCallback, useSyncExternalStore } from 'react'
import type { FileOwner, PendingUpload } from '#web/store/base/pending-upload.ts'
import { useStore } from '#web/ui/store-context.ts'

export function usePendingUploads(): readonly PendingUpload[] {
  const { files } = useStore()
  return useSyncExternalStore(
    useCallback((listener: () => void) => files.subscribe(listener), [files]),
    () => files.all,
  )
}

export function useIsDiscarding(owner: FileOwner): boolean {
  const { files } = useStore()
  return useSyncExternalStore(
    useCallback((listener: () => void) => files.subscribe(listener), [files]),
    () => files.isDiscarding(owner),
  )
}

export const usePendingUpload = ({ entity, id }: FileOwner): PendingUpload | undefined =>
  usePendingUploads().find((each) => each.id === id && each.entity === entity)
