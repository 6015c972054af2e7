// Devices learn of a changed row by its new number, also when a migration changed it. So a statement that changes how
// existing rows read must give them new numbers.
import { readFileSync } from 'node:fs'
import { replicatedEntities } from '#schema/registry.ts'
import { migrationsFolder, statementsOf } from './committed.ts'

const tables = new Set(replicatedEntities.map(({ table }) => table))

const update = /\bupdate\s+(?:only\s+)?([\w.%]+)(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\s+([^;]*)/g
/** This takes rows from investors, who then pull anew. Staff do not read these columns. */
const withdrawal = /^shown = false, investor_id = null where /
const takesNumbers = /\bupdate tenant_numbers set n =/
const deletion = /\b(?:delete from|truncate(?: table)?)\s+(?:only\s+)?([\w.%]+)/g
/**
 * Makes existing rows read differently on devices: another default for what they leave out, a converted type or a new
 * name.
 */
const alteration = /^alter table (\w+) (?:alter column \w+ (?:(?:set|drop) default|.*\btype\b.*\busing\b)|rename )/

/** Whether devices hold the table's rows; true also for a table whose name the statement computes. */
const isHeld = (table: string): boolean => tables.has(table) || table.includes('%')

/** The changes in one migration's text of which devices would not learn. */
export function unnumberedChanges(text: string): string[] {
  const statements = statementsOf(text).map(plain)
  const numbered = new Set(statements.flatMap((each) => (takesNumbers.test(each) ? numberedIn(each) : [])))
  return statements.flatMap((statement) => [
    ...[...statement.matchAll(update)]
      .filter(
        ([, table, set]) =>
          isHeld(table!) && !withdrawal.test(set!) && !(numberedIn(statement).includes(table!) && numbered.has(table!)),
      )
      .map(([, table]) => `${table} changes, and its rows get no new numbers`),
    ...[...statement.matchAll(deletion)]
      .filter(([, table]) => isHeld(table!))
      .map(([, table]) => `${table} loses rows, and no device is told: rows end with deleted_at and a new number`),
    ...[alteration.exec(statement)?.[1]]
      .filter((table) => table !== undefined && isHeld(table) && !numbered.has(table))
      .map((table) => `${table} is read otherwise, and its rows get no new numbers: ${statement}`),
  ])
}

/** The same for the committed migrations, with their names. */
export const unnumberedIn = (tags: readonly string[], folder = migrationsFolder): string[] =>
  tags.flatMap((tag) =>
    unnumberedChanges(readFileSync(`${folder}/${tag}.sql`, 'utf8')).map((each) => `${tag}: ${each}`),
  )

/** The tables to whose rows the statement gives new numbers. */
const numberedIn = (statement: string): string[] =>
  [...statement.matchAll(update)].flatMap(([, table, set]) => (/(?:^|,)\s*n\s*=/.test(set!) ? [table!] : []))

const plain = (statement: string): string =>
  statement.replaceAll(/--.*$/gm, '').replaceAll('"', '').replaceAll(/\s+/g, ' ').trim().toLowerCase()
