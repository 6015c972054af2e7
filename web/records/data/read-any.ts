import type { EntityName } from '#schema/registry.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { ReadAny } from '#schema/rules.ts'
import type { Store } from '#web/store/base/contract.ts'

export const readerOf =
  (store: Store): ReadAny =>
  (entity, id) =>
    store.table(entity as EntityName).get(id) as Values | undefined

/** For titles: investors read their own name in none of them. */
export function titleReaderOf(store: Store): ReadAny {
  const read = readerOf(store)
  return store.identity.role === 'INVESTOR'
    ? (entity, id) => (entity === 'investors' ? undefined : read(entity, id))
    : read
}
