import { entities, type EntityName } from '#schema/registry.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { ReadAny } from '#schema/rules.ts'
import type { Store } from '#web/store/base/contract.ts'

export const readerOf =
  (store: Store): ReadAny =>
  (entity, id) =>
    store.table(entity as EntityName).get(id) as Values | undefined

const investorEntities: ReadonlySet<string> = new Set(
  entities.flatMap(({ title, fields }) => {
    const reference = title && 'via' in title ? fields[title.holding?.investor ?? ''] : undefined
    return reference?.storage.kind === 'reference' ? [reference.storage.to] : []
  }),
)

export function titleReaderOf(store: Store): ReadAny {
  const read = readerOf(store)
  return store.identity.role === 'INVESTOR'
    ? (entity, id) => (investorEntities.has(entity) ? undefined : read(entity, id))
    : read
}
