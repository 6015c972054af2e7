import i18next from 'i18next'
import { type EntityName, registry } from '#schema/registry.ts'
import type { Entity } from '#schema/entity.ts'
import type { Store } from '#web/store/contract.ts'
import { tellResult } from '#web/ui/overlay/tell-result.ts'
import { toast } from '#web/ui/overlay/toast.ts'

/** Brings back a deleted record with everything that was deleted with it; without a network, too. */
export const restoreRecord = (store: Store, entity: EntityName, id: string): Promise<void> =>
  tellResult(
    () => store.commit([{ op: 'restore', entity, id }]),
    () => toast.saved(store, i18next.t('common:restored')),
    i18next.t('common:restoreFailed'),
  )

/** Tells of a delete and offers to take it back. What devices do not keep is deleted by the server, for good. */
export function tellDeleted(store: Store, entity: EntityName, id: string, text: string): void {
  const isKept = (registry[entity] as Entity).replicate !== 'never'
  if (isKept) toast.undoable(store, text, () => void restoreRecord(store, entity, id))
  else toast.saved(store, text)
}
