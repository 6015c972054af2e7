import { useEffect } from 'react'
import type { OnlineState } from '#web/store/base/online.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

export function useRetryWhenOnline(kind: OnlineState['kind'], retry: () => void): void {
  const isOnline = useSyncStatus().connection === 'online'
  useEffect(() => {
    if (isOnline && kind === 'failed') retry()
    // Only a restored connection triggers a retry.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOnline])
}
