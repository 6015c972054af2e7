import type { AnyRow } from '#schema/entity.ts'
import type { EntityName } from '#schema/registry.ts'
import { foldText } from '#web/store/fold-text.ts'
import { namerOf } from './record-title.ts'

interface NamesInOrder {
  readonly sortBy: (row: AnyRow) => string
  readonly searchText: (row: AnyRow) => string
}

const made = new Map<EntityName, NamesInOrder>()

/** View options for records in the order of their names; one object per entity, so that its views share their order. */
export function namesInOrder(entity: EntityName): NamesInOrder {
  const known = made.get(entity)
  if (known) return known
  const nameOf = namerOf(entity)
  const options: NamesInOrder = { sortBy: (row) => foldText(nameOf(row)), searchText: nameOf }
  made.set(entity, options)
  return options
}
