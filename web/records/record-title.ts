// What people call a record on this device, whatever it is.
import type { AnyRow, Entity } from '#schema/entity.ts'
import { recordNameOf } from '#schema/record-name.ts'
import { type EntityName, registry } from '#schema/registry.ts'
import type { ReadAny } from '#schema/rules.ts'
import { untitledWords } from './entity-texts.ts'

/** Its name, or that it has none. */
export const recordTitle = (entity: EntityName, row: AnyRow, read?: ReadAny): string =>
  recordNameOf(entity, row, read) ?? untitledWords(entity)

type NameOf = (row: AnyRow) => string

const namers = new Map<EntityName, NameOf>()

/** What such rows are called by their own words; the same function for the same entity, so that views of it share an order. */
export function namerOf(entity: EntityName): NameOf {
  const known = namers.get(entity)
  if (known) return known
  const made = namer(entity, registry[entity])
  namers.set(entity, made)
  return made
}

/** Read for each of tens of thousands of rows when a list is put in order: a single field is read where it lies. */
function namer(entity: EntityName, { title }: Entity): NameOf {
  const [only, ...more] = title && 'of' in title ? title.of : []
  if (only === undefined || more.length > 0) return (row) => recordNameOf(entity, row) ?? ''
  return (row) => (row[only] as string | null) ?? ''
}
