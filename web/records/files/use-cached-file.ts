import { useCallback, useSyncExternalStore } from 'react'
import type { CachedFile, Newest } from '#web/store/base/cached-file.ts'
import type { FileOwner } from '#web/store/base/pending-upload.ts'
import { useStore } from '#web/ui/store-context.ts'

export function useCachedFiles(): readonly CachedFile[] {
  const { kept } = useStore()
  return useSyncExternalStore(
    useCallback((listener: () => void) => kept.subscribe(listener), [kept]),
    () => kept.all,
  )
}

/** Whether the server lost a newer file of this record, as far as this device knows. */
export function useLostFile(owner: FileOwner, newest: Newest): boolean {
  const { kept } = useStore()
  return useSyncExternalStore(
    useCallback((listener: () => void) => kept.subscribe(listener), [kept]),
    () => kept.isLost(owner, newest),
  )
}

export const useCachedFile = ({ entity, id }: FileOwner): CachedFile | undefined =>
  useCachedFiles().find((each) => each.id === id && each.entity === entity)
