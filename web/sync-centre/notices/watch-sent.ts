// Changes made with a connection have toasts of their own.
import i18next from 'i18next'
import { momentIn } from '#web/records/actions/sent-status.ts'
import type { Store, Unsubscribe } from '#web/store/base/contract.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { openSyncCenter } from '#web/ui/overlay/use-sync-center.ts'

const about = 'sent'

export function watchSent(store: Store): Unsubscribe {
  let unsent: ReadonlySet<string> = new Set()
  return store.subscribeStatus(() => {
    const { connection, waiting } = store.status
    const isConnected = connection === 'online' || connection === 'starting' || connection === 'slow'
    if (!isConnected) unsent = new Set(store.outbox().flatMap(({ id, state }) => (state === 'waiting' ? [id] : [])))
    else if (unsent.size > 0 && waiting === 0) {
      const sent = store.outbox().flatMap(({ id, sentAt }) => (unsent.has(id) && sentAt !== undefined ? [sentAt] : []))
      unsent = new Set()
      if (sent.length === 0) return
      const time = momentIn(store, Math.max(...sent))
      toast.hide(about)
      toast.noticeAbout(i18next.t('sync:sentAt', { count: sent.length, n: count(sent.length), time }), null, about, {
        label: i18next.t('sync:openCentre'),
        act: openSyncCenter,
      })
    }
  })
}
