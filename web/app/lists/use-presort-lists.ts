import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { preloadWhenIdle } from '#web/ui/preload-when-idle.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

export function usePresortLists(): void {
  const store = useStore()
  const { hasAllRows } = useSyncStatus()
  const { language } = useTranslation().i18n
  useEffect(() => {
    if (!hasAllRows) return
    let release = () => {}
    let isMounted = true
    const sort = async () => {
      const { sortListsAhead } = await import('./presort-lists.ts')
      if (isMounted) release = sortListsAhead(store)
    }
    const cancel = preloadWhenIdle([sort])
    return () => {
      isMounted = false
      cancel()
      release()
    }
  }, [store, hasAllRows, language])
}
