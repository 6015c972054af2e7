// Shown while the change needs the person and the sync centre is closed.
import i18next from 'i18next'
import type { Store, Unsubscribe } from '#web/store/base/contract.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { openSyncCenter, useSyncCenter } from '#web/ui/overlay/use-sync-center.ts'
import { refusalText } from '#web/sync-centre/changes/refusal-text.tsx'

export function watchRefused(store: Store): Unsubscribe {
  let shownNotice: string | null = null
  const away = () => {
    if (shownNotice !== null) toast.hide(shownNotice)
    shownNotice = null
  }
  const leave = [
    store.onRefused((refused) => {
      const { changeId } = refused
      if (useSyncCenter.getState().opened) return
      shownNotice = changeId
      const isConflict = refused.verdict.verdict === 'conflict'
      toast.errorAbout(
        refusalText(store, refused),
        changeId,
        { label: i18next.t('sync:openCentre'), act: openSyncCenter },
        isConflict ? i18next.t('sync:attentionTitle') : undefined,
      )
    }),
    store.subscribeStatus(() => {
      if (shownNotice !== null && store.outbox().find(({ id }) => id === shownNotice)?.state !== 'attention') away()
    }),
    useSyncCenter.subscribe(({ opened }) => opened && away()),
  ]
  return () => {
    for (const each of leave) each()
  }
}
