// Statements of isolation.ts that the migrations leave in force, under current names.
import { directoryRole } from '#server/db/connect/roles.ts'

const isolationStatement =
  /^(alter table \w+ (enable|force) row level|alter table \w+ add constraint \w+ foreign key \(tenant_id|create policy|grant )/
const grantAll = /^grant .* on all tables in schema directory /
const grantAllOn = (table: string) => `grant select, insert, update, delete on ${table} to ${directoryRole}`
const revokeAll = /^revoke all on ([\w.]+) from (\w+)/

/** Matches drizzle-kit's upper-case statements without quotes. */
const statementPattern = (text: string) => new RegExp(`^${text.replaceAll('_', String.raw`([\w.]+)`)}`, 'i')
const createTable = statementPattern('create table _')
const dropTable = statementPattern('drop table _')
const dropColumn = statementPattern('alter table _ drop column _')
const dropKey = statementPattern('alter table _ drop constraint _')
const renameTable = statementPattern('alter table _ rename to _')
const renameColumn = statementPattern('alter table _ rename column _ to _')

const mentions = (table: string) => new RegExp(`(table |on |references )${table}\\b`, 'g')
const keysOf = (table: string) => `alter table ${table} add constraint `

export function isolationInForce(statements: readonly string[]): string[] {
  let inForce: string[] = []
  const createdTables: string[] = []
  const drop = (isGone: (line: string) => boolean) => (inForce = inForce.filter((line) => !isGone(line)))
  const rewrite = (change: (line: string) => string) => (inForce = inForce.map(change))

  const steps: [RegExp, (a: string, b: string, c: string) => unknown][] = [
    [createTable, (table) => createdTables.push(table)],
    [grantAll, () => inForce.push(...createdTables.filter((table) => table.startsWith('directory.')).map(grantAllOn))],
    [revokeAll, (table, role) => drop((line) => line.startsWith('grant ') && line.endsWith(` on ${table} to ${role}`))],
    [dropTable, (table) => drop((line) => line.search(mentions(table)) >= 0)],
    [dropColumn, (table, column) => drop((line) => line.startsWith(keysOf(table)) && line.includes(`, ${column})`))],
    [dropKey, (table, key) => drop((line) => line.startsWith(`${keysOf(table)}${key} `))],
    [renameTable, (from, to) => rewrite((line) => line.replaceAll(mentions(from), `$1${to}`))],
    [
      renameColumn,
      (table, from, to) =>
        rewrite((line) => (line.startsWith(keysOf(table)) ? line.replace(`_id, ${from})`, `_id, ${to})`) : line)),
    ],
  ]
  for (const each of statements) {
    if (isolationStatement.test(each) && !grantAll.test(each)) inForce.push(each)
    for (const [pattern, apply] of steps) {
      const found = pattern.exec(each.replaceAll('"', ''))
      if (found) apply(found[1]!, found[2]!, found[3]!)
    }
  }
  return inForce
}
