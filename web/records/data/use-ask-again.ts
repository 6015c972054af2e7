import { useEffect } from 'react'
import type { OnlineState } from '#web/store/base/online.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

/** Retries a failed request when the connection is back. */
export function useAgainWhenReached(kind: OnlineState['kind'], again: () => void): void {
  const isReached = useSyncStatus().connection === 'online'
  useEffect(() => {
    if (isReached && kind === 'failed') again()
    // Only a restored connection triggers a retry.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isReached])
}
