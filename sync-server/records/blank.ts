// What is left of a row whose contents are removed: its id and number, its moments, for whom it was, so that their devices
// still hear that it is gone, and what its columns cannot be without.
import type { Entity } from '#schema/entity.ts'
import type { Field } from '#schema/field.ts'
import { audienceColumns, personColumns } from '../db/audiences.ts'
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
    // The row of another, or a moment: no contents, and something has to stand there.
    case 'reference':
    case 'user':
    case 'moment':
      return value
    default:
      return ''
  }
}

export function blank(of: Entity, row: StoredRow): StoredRow {
  const kept = new Set([...audienceColumns(of), ...personColumns(of)])
  const fields = Object.entries(of.fields)
    .filter(([name]) => !kept.has(name))
    .map(([name, field]) => [name, blankOf(field, row[name])])
  return { ...row, ...Object.fromEntries(fields), deletedIn: null, emptied: null }
}
