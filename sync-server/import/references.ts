import type { Entity } from '#schema/kernel/entity.ts'
import type { ImportMap } from '#schema/import/import-map.ts'
import type { Lookup, ParsedRow } from '#schema/import/read-row.ts'
import type { Reason } from '#schema/import/reasons.ts'
import { entityNamed } from '#schema/registry.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { createRowIndex, type RowIndex } from './row-index.ts'

export interface References {
  follow(tx: TenantTx): Promise<void>
  resolve(row: ParsedRow): ParsedRow
}

export function createReferences(entity: Entity, map: ImportMap): References {
  const indexes = new Map<string, RowIndex>()
  for (const to of Object.values(map.columns)) {
    if (typeof to === 'string') continue
    const { storage } = entity.fields[to.field]!
    if (storage.kind !== 'reference') continue
    const name = `${storage.to} ${to.find}`
    if (!indexes.has(name)) indexes.set(name, createRowIndex(entityNamed(storage.to)!, [to.find]))
  }

  function lookUp({ to, by, text, column }: Lookup): { readonly id: string } | { readonly reason: Reason } {
    const [id, ...others] = indexes.get(`${to} ${by}`)!.findOne({ [by]: text })
    if (id !== undefined && !others.length) return { id }
    const params = { one: entityNamed(to)!.singular, many: to, field: by }
    return { reason: { at: column, key: id === undefined ? 'notFound' : 'ambiguous', params } }
  }

  return {
    async follow(tx) {
      for (const index of indexes.values()) await index.follow(tx)
    },
    resolve(row) {
      const values = { ...row.values }
      const reasons = [...row.reasons]
      for (const find of row.lookups) {
        const found = lookUp(find)
        if ('id' in found) values[find.field] = found.id
        else reasons.push(found.reason)
      }
      return { values, lookups: [], reasons }
    },
  }
}
