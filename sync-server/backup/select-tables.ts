import type { ISql } from 'postgres'
import { publicTables } from '#server/db/tables/isolation.ts'

export interface CatalogTable {
  readonly schema: string
  readonly name: string
  readonly columns: readonly string[]
  /** Its owner, too, sees only the rows of the firm that the transaction names. */
  readonly isOfFirms: boolean
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const fullName = ({ schema, name }: Pick<CatalogTable, 'schema' | 'name'>): string =>
  `${quoteName(schema)}.${quoteName(name)}`

/** Referenced tables come first. The public schema may also contain tables of other programs. */
export const selectTables = async (sql: ISql): Promise<readonly CatalogTable[]> =>
  inOrder(
    await sql<(CatalogTable & { oid: number; refersTo: number[] })[]>`
select c.oid::int as oid, n.nspname as schema, c.relname as name, c.relrowsecurity as "isOfFirms",
  array(select a.attname::text from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
  array(select f.confrelid::int from pg_constraint f
    where f.conrelid = c.oid and f.contype = 'f' and not f.condeferrable and f.confrelid <> c.oid) as "refersTo"
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where (n.nspname = 'directory' or n.nspname = 'public' and c.relname = any(${[...publicTables]}))
  and c.relkind in ('r', 'p') and not c.relispartition
order by n.nspname, c.relname`,
  )

function inOrder<T extends { readonly oid: number; readonly refersTo: readonly number[] }>(
  tables: readonly T[],
): readonly T[] {
  const ordered = new Set<T>()
  const add = (table: T): void => {
    if (ordered.has(table)) return
    for (const other of tables.filter(({ oid }) => table.refersTo.includes(oid))) add(other)
    ordered.add(table)
  }
  for (const table of tables) add(table)
  return [...ordered]
}
