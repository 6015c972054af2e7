import { useCallback, useSyncExternalStore } from 'react'
import type { FileOwner, PendingUpload } from '#web/store/base/pending-upload.ts'
import { useStore } from '#web/ui/store-context.ts'

/** The files that wait on this device for their upload. */
export function usePendingUploads(): readonly PendingUpload[] {
  const { files } = useStore()
  return useSyncExternalStore(
    useCallback((listener: () => void) => files.subscribe(listener), [files]),
    () => files.all,
  )
}

/** Whether this device has taken a file of this record back, and the server has not heard it yet. */
export function useIsWithdrawing(owner: FileOwner): boolean {
  const { files } = useStore()
  return useSyncExternalStore(
    useCallback((listener: () => void) => files.subscribe(listener), [files]),
    () => files.isWithdrawing(owner),
  )
}

/** The file that waits on this device for this record. */
export const usePendingUpload = ({ entity, id }: FileOwner): PendingUpload | undefined =>
  usePendingUploads().find((each) => each.id === id && each.entity === entity)
