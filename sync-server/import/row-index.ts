// Existing rows by look-up and key fields, complete under the tenant's lock. About 300 bytes per row.
import type { Entity } from '#schema/kernel/entity.ts'
import { foldCase } from '#schema/import/fold-case.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { identityColumns, storedColumns, wireList } from '#server/db/tables/columns.ts'
import type { TenantTx } from '#server/db/connect/database.ts'

export interface RowIndex {
  follow(tx: TenantTx): Promise<void>
  /** Ignoring case, oldest first. */
  find(values: Values): readonly string[]
  /** Prefers the only exact match. */
  findOne(values: Values): readonly string[]
  add(id: string, values: Values): void
  remove(id: string): void
}

const rowsPerBatch = 5_000

interface Cursor {
  n: number
  id: string
}
const beginning: Cursor = { n: 0, id: '00000000-0000-0000-0000-000000000000' }

export function createRowIndex(entity: Entity, fields: readonly string[]): RowIndex {
  const texts = new Map<string, string>()
  const ids = new Map<string, string | string[]>()
  const columns = [...identityColumns, ...storedColumns(entity).filter(({ name }) => fields.includes(name))]
  const sql = `select ${wireList(columns, 't')}, t.deleted_at is null as "isLive" from ${entity.table} t
where t.tenant_id = $1 and t.n >= $2 and (t.n > $2 or t.id > $3) order by t.n, t.id limit ${rowsPerBatch}`
  let last = beginning

  const textOf = (values: Values): string => JSON.stringify(fields.map((name) => values[name] ?? null))

  function remove(id: string): void {
    const text = texts.get(id)
    if (text === undefined) return
    texts.delete(id)
    const key = foldCase(text)
    const left = idsAt(key).filter((each) => each !== id)
    if (left.length) ids.set(key, left)
    else ids.delete(key)
  }

  function add(id: string, values: Values): void {
    const text = textOf(values)
    if (texts.get(id) === text) return
    remove(id)
    texts.set(id, text)
    const key = foldCase(text)
    const existing = ids.get(key)
    if (existing === undefined) ids.set(key, id)
    else if (typeof existing === 'string') ids.set(key, [existing, id].sort())
    else if (existing.push(id) && id < existing.at(-2)!) existing.sort()
  }

  const idsAt = (key: string): readonly string[] => {
    const existing = ids.get(key)
    return existing === undefined ? [] : typeof existing === 'string' ? [existing] : existing
  }

  return {
    add,
    remove,
    async follow(tx) {
      for (;;) {
        const rows = await tx.query<Values & { id: string; number: number; isLive: boolean }>(sql, [
          tx.tenantId,
          last.n,
          last.id,
        ])
        for (const row of rows) {
          if (row.isLive) add(row.id, row)
          else remove(row.id)
        }
        const { id, number: n } = rows.at(-1) ?? { id: last.id, number: last.n }
        last = { n, id }
        if (rows.length < rowsPerBatch) return
      }
    },
    find: (values) => idsAt(foldCase(textOf(values))),
    findOne(values) {
      const text = textOf(values)
      const existing = idsAt(foldCase(text))
      if (existing.length < 2) return existing
      const same = existing.filter((id) => texts.get(id) === text)
      return same.length === 1 ? same : existing
    },
  }
}
