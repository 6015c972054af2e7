import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName } from '#schema/registry.ts'
import type { Store } from '#web/store/base/contract.ts'
import { titleReaderOf } from '#web/records/data/read-any.ts'
import { titleOf } from './record-title.ts'

/** Undefined if this device does not have the record, or its records have no names. */
export function titleInStore(store: Store, entity: EntityName, id: string): string | undefined {
  const row: AnyRow | undefined = store.table(entity).get(id)
  return row && titleOf(entity, row, titleReaderOf(store))
}
