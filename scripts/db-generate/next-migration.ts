import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { readableNames } from '#schema/records/readable-names.ts'
import { allTables as definitions, isolationSql } from '#server/db/tables/isolation.ts'
import { type Committed, statementsOf } from './committed.ts'
import { isolationInForce } from './isolation-in-force.ts'
import { nextNames } from './next-names.ts'

type Snapshot = ReturnType<typeof generateDrizzleJson>

export interface NextMigration {
  readonly statements: readonly string[]
  readonly snapshot: Snapshot
}

export async function nextMigration(
  { snapshot: before, statements }: Committed,
  everything = definitions,
  wanted = isolationSql(),
  names = readableNames(),
): Promise<NextMigration> {
  const snapshot = generateDrizzleJson({ ...everything }, before.id)
  const tables = (await generateMigration(before as Snapshot, snapshot)).flatMap(statementsOf)
  const held = isolationInForce([...statements, ...tables])
  const removed = [...new Set(held.filter((each) => !wanted.includes(each)).map(undo))]
  const remaining = isolationInForce([...statements, ...tables, ...removed])
  return {
    statements: [
      ...tables,
      ...removed,
      ...wanted.filter((each) => !remaining.includes(each)),
      ...nextNames(statements, names),
    ],
    snapshot,
  }
}

/** Drops a changed key or revokes a grant. Other statements are never undone while the table exists. */
function undo(statement: string): string {
  const [, granted, role] = /^grant .* on ([\w.]+) to (\w+)$/.exec(statement) ?? []
  if (granted) return `revoke all on ${granted} from ${role}`
  const [, table, key] = /^alter table (\w+) add constraint (\w+) /.exec(statement) ?? []
  if (!table) throw new Error(`The definitions no longer contain this. Revert it by hand: ${statement}`)
  return `alter table ${table} drop constraint ${key}`
}
