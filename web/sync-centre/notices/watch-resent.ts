// Once per window, while the sync centre is closed.
import i18next from 'i18next'
import type { Store, Unsubscribe } from '#web/store/base/contract.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { openSyncCenter, useSyncCenter } from '#web/ui/overlay/use-sync-center.ts'

const about = 'resent'

export function watchResent(store: Store): Unsubscribe {
  let reported = 0
  const away = () => {
    if (reported > 0) toast.hide(about)
  }
  const look = () => {
    const { resent, syncing } = store.status
    if (resent === 0) {
      away()
      reported = 0
    }
    // The number is not final while changes are being sent.
    if (resent <= reported || syncing) return
    away()
    reported = resent
    if (useSyncCenter.getState().opened) return
    const text = i18next.t('sync:resent', { count: resent, n: count(resent) })
    toast.noticeAbout(i18next.t('sync:resentTitle'), text, about, {
      label: i18next.t('sync:openCentre'),
      act: openSyncCenter,
    })
  }
  look()
  const leave = [store.subscribeStatus(look), useSyncCenter.subscribe(({ opened }) => opened && away())]
  return () => {
    for (const each of leave) each()
  }
}
