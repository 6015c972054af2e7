import i18next from 'i18next'
import type { EntityName } from '#schema/registry.ts'
import type { Store } from '#web/store/base/contract.ts'
import { titleInStore } from '#web/records/names/title-in-store.ts'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { reportSaved } from './report-saved.ts'

export const restoreRecord = (store: Store, entity: EntityName, id: string): Promise<void> =>
  reportResult(
    () => store.commit([{ op: 'restore', entity, id }]),
    (outcome) => reportSaved(store, outcome, i18next.t('common:restored'), { name: titleInStore(store, entity, id) }),
    i18next.t('common:restoreFailed'),
  )
