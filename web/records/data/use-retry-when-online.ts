import { useEffect, useEffectEvent } from 'react'
import type { OnlineState } from '#web/store/base/online.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

/** Only a restored connection triggers a retry, not a failure while online. */
export function useRetryWhenOnline(kind: OnlineState['kind'], retry: () => void): void {
  const isOnline = useSyncStatus().connection === 'online'
  const onOnline = useEffectEvent(() => {
    if (kind === 'failed') retry()
  })
  useEffect(() => {
    if (isOnline) onOnline()
  }, [isOnline])
}
