import type { MigrationMeta } from 'drizzle-orm/migrator'
import type { ISql } from 'postgres'
import { hasCitus } from './find-distribution.ts'
import { distributeTable, firstTable } from './plan.ts'

export async function isDistributed(owner: ISql): Promise<boolean> {
  if (!(await hasCitus(owner))) return false
  const found = await owner`select from pg_dist_partition where logicalrelid = to_regclass(${firstTable})`
  return found.length > 0
}

/** A table that a migration creates is distributed immediately: no local table can refer to a distributed one. */
export const distributeNewTables = (migrations: readonly MigrationMeta[]): MigrationMeta[] =>
  migrations.map((migration) => ({
    ...migration,
    sql: migration.sql.flatMap((statement) => {
      const [, name] = /^\s*create table "?(\w+)"? *\(/i.exec(statement) ?? []
      if (!name) return statement
      const table = { name, hasTenant: /"?\btenant_id\b"? uuid/.test(statement), hasHiddenRows: false }
      return [statement, distributeTable(table).statement]
    }),
  }))
