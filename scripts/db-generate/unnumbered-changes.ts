// What a migration does to rows reaches devices as everything does: under a new number. A device that has the rows of
// before is told of nothing else, so whatever changes what it would read of them has to number them anew.
import { readFileSync } from 'node:fs'
import { replicatedEntities } from '#schema/registry.ts'
import { migrationsFolder, statementsOf } from './committed.ts'

const tables = new Set(replicatedEntities.map(({ table }) => table))

const update = /\bupdate\s+(?:only\s+)?([\w.%]+)(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\s+([^;]*)/g
const takesNumbers = /\bupdate tenant_numbers set n =/
const deletion = /\b(?:delete from|truncate(?: table)?)\s+(?:only\s+)?([\w.%]+)/g
/** Rows that devices have would be read otherwise: a default that they fill in is another one, or a name is. */
const alteration = /^alter table (\w+) (?:alter column \w+ (?:(?:set|drop) default|.*\btype\b.*\busing\b)|rename )/

/** A table of rows on devices, or one whose name the statement makes up. */
const isHeld = (table: string): boolean => tables.has(table) || table.includes('%')

/** What devices would not hear of, of one migration's text. */
export function unnumberedChanges(text: string): string[] {
  const statements = statementsOf(text).map(plain)
  const numbered = new Set(statements.flatMap((each) => (takesNumbers.test(each) ? numberedIn(each) : [])))
  return statements.flatMap((statement) => [
    ...[...statement.matchAll(update)]
      .filter(([, table]) => isHeld(table!) && !(numberedIn(statement).includes(table!) && numbered.has(table!)))
      .map(([, table]) => `${table} changes, and its rows get no new numbers`),
    ...[...statement.matchAll(deletion)]
      .filter(([, table]) => isHeld(table!))
      .map(([, table]) => `${table} loses rows, and no device is told: rows end with deleted_at and a new number`),
    ...[alteration.exec(statement)?.[1]]
      .filter((table) => table !== undefined && isHeld(table) && !numbered.has(table))
      .map((table) => `${table} is read otherwise, and its rows get no new numbers: ${statement}`),
  ])
}

/** Of the committed migrations, with their names. */
export const unnumberedIn = (tags: readonly string[], folder = migrationsFolder): string[] =>
  tags.flatMap((tag) =>
    unnumberedChanges(readFileSync(`${folder}/${tag}.sql`, 'utf8')).map((each) => `${tag}: ${each}`),
  )

/** The tables whose rows the statement gives new numbers. */
const numberedIn = (statement: string): string[] =>
  [...statement.matchAll(update)].flatMap(([, table, set]) => (/(?:^|,)\s*n\s*=/.test(set!) ? [table!] : []))

const plain = (statement: string): string =>
  statement.replaceAll(/--.*$/gm, '').replaceAll('"', '').replaceAll(/\s+/g, ' ').trim().toLowerCase()
