import { useCallback, useSyncExternalStore } from 'react'
import type { FileOwner, WaitingFile } from '#web/store/waiting-file.ts'
import { useStore } from '#web/ui/store-context.ts'

/** The files that wait on this device for their upload. */
export function useWaitingFiles(): readonly WaitingFile[] {
  const { files } = useStore()
  return useSyncExternalStore(
    useCallback((listener: () => void) => files.subscribe(listener), [files]),
    () => files.all,
  )
}

/** The file that waits on this device for this record. */
export const useWaitingFile = ({ entity, id }: FileOwner): WaitingFile | undefined =>
  useWaitingFiles().find((each) => each.id === id && each.entity === entity)
