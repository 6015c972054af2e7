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
  tables = definitions,
  requiredIsolation = isolationSql(),
  names = readableNames(),
): Promise<NextMigration> {
  const snapshot = generateDrizzleJson({ ...tables }, before.id)
  const tableStatements = (await generateMigration(before as Snapshot, snapshot)).flatMap(statementsOf)
  const currentIsolation = isolationInForce([...statements, ...tableStatements])
  const removed = [...new Set(currentIsolation.filter((each) => !requiredIsolation.includes(each)).map(reversalOf))]
  const remaining = isolationInForce([...statements, ...tableStatements, ...removed])
  return {
    statements: [
      ...tableStatements,
      ...removed,
      ...requiredIsolation.filter((each) => !remaining.includes(each)),
      ...nextNames(statements, names),
    ],
    snapshot,
  }
}

/** Other statements are never reverted while the table exists. */
function reversalOf(statement: string): string {
  const [, granted, role] = /^grant .* on ([\w.]+) to (\w+)$/.exec(statement) ?? []
  if (granted) return `revoke all on ${granted} from ${role}`
  const [, table, key] = /^alter table (\w+) add constraint (\w+) /.exec(statement) ?? []
  if (!table) throw new Error(`The definitions no longer contain this. Revert it by hand: ${statement}`)
  return `alter table ${table} drop constraint ${key}`
}
