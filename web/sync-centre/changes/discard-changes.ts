import i18next from 'i18next'
import type { Store } from '#web/store/base/contract.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'

/** In this order; skips changes settled since the person was asked. */
export async function discardChanges(store: Store, ids: readonly string[]): Promise<void> {
  try {
    for (const id of ids) {
      const state = store.outbox().find((each) => each.id === id)?.state
      if (state === 'attention' || state === 'waiting' || state === 'sent') await store.discard(id)
    }
  } catch {
    toast.error(i18next.t('common:errorOccurred'))
  }
}
