import type { EntityName } from '#schema/registry.ts'
import type { ReadAny, Values } from '#schema/rules.ts'
import type { Store } from '#web/store/contract.ts'

/** Reads rows of this device for what schema says of any entity. */
export const readerOf =
  (store: Store): ReadAny =>
  (entity, id) =>
    store.table(entity as EntityName).get(id) as Values | undefined
