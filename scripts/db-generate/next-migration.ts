// What the definitions ask of the database beyond the committed migrations.
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { readableNames } from '#schema/readable-names.ts'
import { everything as definitions, isolationSql } from '#server/db/isolation.ts'
import { type Committed, statementsOf } from './committed.ts'
import { heldIsolation } from './held-isolation.ts'
import { nextNames } from './next-names.ts'

type Snapshot = ReturnType<typeof generateDrizzleJson>

export interface NextMigration {
  /** Tables, columns and indexes, then keys, policies, grants and what people may read; empty when the migrations say what the definitions say. */
  readonly statements: readonly string[]
  readonly snapshot: Snapshot
}

/** Asks in the terminal whether a column that went and one that came are the same one, renamed. */
export async function nextMigration(
  { snapshot: before, statements }: Committed,
  everything = definitions,
  wanted = isolationSql(),
  names = readableNames(),
): Promise<NextMigration> {
  const snapshot = generateDrizzleJson({ ...everything }, before.id)
  const tables = (await generateMigration(before as Snapshot, snapshot)).flatMap(statementsOf)
  const held = heldIsolation([...statements, ...tables])
  return {
    statements: [
      ...tables,
      ...held.filter((each) => !wanted.includes(each)).map(undo),
      ...wanted.filter((each) => !held.includes(each)),
      ...[nextNames(statements, names)].filter((each) => each !== undefined),
    ],
    snapshot,
  }
}

/** A key that points elsewhere now, or nowhere. Nothing else is ever taken back from a table that stays. */
function undo(statement: string): string {
  const [, table, key] = /^alter table (\w+) add constraint (\w+) /.exec(statement) ?? []
  if (!table) throw new Error(`The definitions do not ask for this any more; take it back by hand: ${statement}`)
  return `alter table ${table} drop constraint ${key}`
}
