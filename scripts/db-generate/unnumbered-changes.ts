// Devices notice a changed row only by its new number, so a migration that changes how rows read must renumber them.
import { readFileSync } from 'node:fs'
import { replicatedEntities } from '#schema/registry.ts'
import { migrationsFolder, statementsOf } from './committed.ts'

const tables = new Set(replicatedEntities.map(({ table }) => table))

const update = /\bupdate\s+(?:only\s+)?([\w.%]+)(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\s+([^;]*)/g
/** Investors pull again; staff do not read these columns. */
const withdrawal = /^shown = false, investor_id = null where /
const takesNumbers = /\bupdate tenant_numbers set n =/
const deletion = /\b(?:delete from|truncate(?: table)?)\s+(?:only\s+)?([\w.%]+)/g
/** Changes how existing rows read on devices: another default, type or name. */
const alteration = /^alter table (\w+) (?:alter column \w+ (?:(?:set|drop) default|.*\btype\b.*\busing\b)|rename )/

/** True also for a computed table name. */
const isHeld = (table: string): boolean => tables.has(table) || table.includes('%')

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
      .map(
        ([, table]) => `${table} loses rows, and devices are not notified: rows end with deleted_at and a new number`,
      ),
    ...[alteration.exec(statement)?.[1]]
      .filter((table) => table !== undefined && isHeld(table) && !numbered.has(table))
      .map((table) => `${table} reads differently now, and its rows get no new numbers: ${statement}`),
  ])
}

export const findUnnumberedChanges = (tags: readonly string[], folder = migrationsFolder): string[] =>
  tags.flatMap((tag) =>
    unnumberedChanges(readFileSync(`${folder}/${tag}.sql`, 'utf8')).map((each) => `${tag}: ${each}`),
  )

const numberedIn = (statement: string): string[] =>
  [...statement.matchAll(update)].flatMap(([, table, set]) => (/(?:^|,)\s*n\s*=/.test(set!) ? [table!] : []))

const plain = (statement: string): string =>
  statement.replaceAll(/--.*$/gm, '').replaceAll('"', '').replaceAll(/\s+/g, ' ').trim().toLowerCase()
