import { useEffect } from 'react'
import type { OnlineState } from '#web/store/base/online.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

/** Asks once more, when there is a connection again, what could not be asked. */
export function useAgainWhenReached(kind: OnlineState['kind'], again: () => void): void {
  const isReached = useSyncStatus().connection === 'online'
  useEffect(() => {
    if (isReached && kind === 'failed') again()
    // Only a connection that has come back is a reason.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isReached])
}
