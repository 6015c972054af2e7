import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { preloadWhenIdle } from '#web/ui/preload-when-idle.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

/** Starts once everything is on the device and the browser is idle. */
export function useKeptLists(): void {
  const store = useStore()
  const { hasAllRows } = useSyncStatus()
  const { language } = useTranslation().i18n
  useEffect(() => {
    if (!hasAllRows) return
    let letGo = () => {}
    let isWanted = true
    const keep = async () => {
      const { keepLists } = await import('./kept-lists.ts')
      if (isWanted) letGo = keepLists(store)
    }
    const cancel = preloadWhenIdle([keep])
    return () => {
      isWanted = false
      cancel()
      letGo()
    }
  }, [store, hasAllRows, language])
}
