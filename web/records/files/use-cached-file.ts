import { useCallback, useSyncExternalStore } from 'react'
import type { CachedFile, FileVersion } from '#web/store/base/cached-file.ts'
import type { FileOwner } from '#web/store/base/pending-upload.ts'
import { useStore } from '#web/ui/store-context.ts'

export function useCachedFiles(): readonly CachedFile[] {
  const { offlineFiles } = useStore()
  return useSyncExternalStore(
    useCallback((listener: () => void) => offlineFiles.subscribe(listener), [offlineFiles]),
    () => offlineFiles.all,
  )
}

export function useLostFile(owner: FileOwner, newest: FileVersion): boolean {
  const { offlineFiles } = useStore()
  return useSyncExternalStore(
    useCallback((listener: () => void) => offlineFiles.subscribe(listener), [offlineFiles]),
    () => offlineFiles.isLost(owner, newest),
  )
}

export const useCachedFile = ({ entity, id }: FileOwner): CachedFile | undefined =>
  useCachedFiles().find((each) => each.id === id && each.entity === entity)
