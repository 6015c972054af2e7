import type { AnyRow } from '#schema/entity.ts'
import type { EntityName } from '#schema/registry.ts'
import { foldText } from '#web/store/fold-text.ts'
import { namerOf } from './record-title.ts'

interface NamesInOrder {
  readonly sortBy: (row: AnyRow) => string
  readonly searchText: (row: AnyRow) => string
}

const made = new Map<EntityName, NamesInOrder>()

/** Records in the order of their names; the same object for the same entity, so that views of it share their order. */
export function namesInOrder(entity: EntityName): NamesInOrder {
  const known = made.get(entity)
  if (known) return known
  const nameOf = namerOf(entity)
  const options: NamesInOrder = { sortBy: (row) => foldText(nameOf(row)), searchText: nameOf }
  made.set(entity, options)
  return options
}
