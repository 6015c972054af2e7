// A purged row keeps id, number, times and audience, so that devices still learn of the delete.
import type { Entity } from '#schema/kernel/entity.ts'
import type { Field } from '#schema/kernel/field.ts'
import { audienceColumns, personColumns } from '#server/db/tables/audiences.ts'
import type { StoredRow } from './stored-row.ts'

function blankOf({ nullable, storage }: Field, value: unknown): unknown {
  if (nullable) return null
  switch (storage.kind) {
    case 'flag':
      return false
    case 'integer':
      return 0
    case 'decimal':
      return '0'
    case 'date':
      return '1970-01-01'
    case 'json':
      return {}
    // These hold no contents, and the column needs a value.
    case 'reference':
    case 'user':
    case 'moment':
      return value
    default:
      return ''
  }
}

export function blank(entity: Entity, row: StoredRow): StoredRow {
  const kept = new Set([...audienceColumns(entity), ...personColumns(entity), ...entity.identity])
  const fields = Object.entries(entity.fields)
    .filter(([name]) => !kept.has(name))
    .map(([name, field]) => [name, blankOf(field, row[name])])
  return { ...row, ...Object.fromEntries(fields), deletedIn: null, emptied: null }
}
