import { randomBytes } from 'node:crypto'
import { type Entity, snakeCase } from '#schema/kernel/entity.ts'
import type { Storage } from '#schema/kernel/field.ts'
import { exportedNames, leftOutFields } from '#server/firm-export/exported-tables.ts'
import { audienceColumns, sinceColumn } from '#server/db/tables/audiences.ts'
import { storedColumns } from '#server/db/tables/columns.ts'
import type { Seals } from '#server/secrets/seal.ts'
import type { Cells } from './open-export.ts'

export type ImportedRow = Readonly<Record<string, unknown>>

export function valueOf(storage: Storage, cell: string | null): unknown {
  if (cell === null) return null
  switch (storage.kind) {
    case 'flag':
      if (cell !== 'true' && cell !== 'false') throw new Error(`${cell} is not true or false`)
      return cell === 'true'
    case 'integer':
      if (!Number.isSafeInteger(Number(cell))) throw new Error(`${cell} is not a number`)
      return Number(cell)
    case 'json':
      return JSON.parse(cell)
    case 'choice':
      if (!storage.options.includes(cell)) throw new Error(`${cell} is not one of ${storage.options.join(', ')}`)
      return cell
    default:
      return cell
  }
}

/** Values for columns that exports omit. Tokens and passwords become random values that nobody knows. */
function fillerOf({ entity, name, row, tenantId, seals }: FilledRow): unknown {
  const { nullable, sealed, default: value } = entity.fields[name]!
  if (sealed && (!nullable || (sealed.shownBy !== null && row[sealed.shownBy] !== null)))
    return seals.seal('', { tenantId, table: entity.table, id: row['id'] as string, column: snakeCase(name) })
  if (name === 'isProven') return false
  if (nullable) return null
  return value ?? randomBytes(32).toString('hex')
}

interface FilledRow {
  readonly entity: Entity
  readonly name: string
  readonly row: ImportedRow
  readonly tenantId: string
  readonly seals: Seals
}

/** Also sets derived columns: every device loads the firm again, so a row joined its audiences at its own number. */
export function createRowReader(entity: Entity, tenantId: string, seals: Seals): (cells: Cells) => ImportedRow {
  const names = new Set(exportedNames(entity))
  const columns = storedColumns(entity).filter(({ name }) => names.has(name))
  return (cells) => {
    try {
      const row: Record<string, unknown> = {}
      for (const { name, storage } of columns) row[name] = valueOf(storage, cells[name]!)
      for (const name of leftOutFields(entity)) row[name] = fillerOf({ entity, name, row, tenantId, seals })
      for (const name of audienceColumns(entity)) row[sinceColumn(name)] = row['number']
      return row
    } catch (error) {
      throw new Error(`${entity.name} ${cells['id']}: ${(error as Error).message}`, { cause: error })
    }
  }
}
