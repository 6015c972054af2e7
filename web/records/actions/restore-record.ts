import i18next from 'i18next'
import { type EntityName, registry } from '#schema/registry.ts'
import type { AnyRow, Entity } from '#schema/kernel/entity.ts'
import type { Store } from '#web/store/base/contract.ts'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { titleReaderOf } from '#web/records/data/read-any.ts'
import { titleInStore } from '#web/records/names/title-in-store.ts'
import { recordTitle } from '#web/records/names/record-title.ts'

export const restoreRecord = (store: Store, entity: EntityName, id: string): Promise<void> =>
  restore(store, entity, id, () =>
    toast.saved(store, i18next.t('common:restored'), { name: titleInStore(store, entity, id) }),
  )

const restore = (store: Store, entity: EntityName, id: string, onRestored: () => void): Promise<void> =>
  reportResult(() => store.commit([{ op: 'restore', entity, id }]), onRestored, i18next.t('common:restoreFailed'))

export function reportDeleted(store: Store, entity: EntityName, row: AnyRow, text: string): void {
  const isReplicated = (registry[entity] as Entity).replicate !== 'never'
  const title = recordTitle(entity, row, titleReaderOf(store))
  const reverse = () => toast.undone(store, i18next.t('common:restoredNamed', { name: title }))
  if (isReplicated) toast.undoable(store, text, () => void restore(store, entity, row.id, reverse), { of: title })
  else toast.saved(store, text)
}
