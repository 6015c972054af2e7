import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateDrizzleJson } from 'drizzle-kit/api'
import { expect, it, onTestFinished } from 'vitest'
import { allTables, isolationSql } from '#server/db/tables/isolation.ts'
import { type Committed, migrationsFolder, readCommitted, statementsOf } from './committed.ts'
import { isolationInForce } from './isolation-in-force.ts'
import { journalProblems } from './journal-problems.ts'
import { nextMigration } from './next-migration.ts'
import { writeMigration } from './write-migration.ts'

const committed = readCommitted()
const cashFlow = /\b(table|on) cash_flows\b/

function without(name: string, mentioned: RegExp): Committed {
  const { [name]: _, ...others } = allTables
  return {
    ...committed,
    statements: committed.statements.filter((each) => !mentioned.test(each)),
    snapshot: generateDrizzleJson(others, committed.snapshot.id),
  }
}

it('the committed migrations match the definitions', async () => {
  expect((await nextMigration(committed)).statements).toEqual([])
  expect(journalProblems(committed)).toEqual([])
})

it('the table of a new entity comes with its indexes, keys, policy and grant', async () => {
  const { statements } = await nextMigration(without('cashFlows', cashFlow))
  expect(statements[0]).toMatch(/^CREATE TABLE "cash_flows"/)
  expect(statements.filter((each) => each.startsWith('CREATE INDEX')).length).toBeGreaterThan(2)
  expect(statements.filter((each) => !each.startsWith('CREATE'))).toEqual([
    'alter table cash_flows add constraint cash_flows_project_id_fk foreign key (tenant_id, project_id) references projects (tenant_id, id) deferrable initially deferred',
    'alter table cash_flows add constraint cash_flows_investor_id_fk foreign key (tenant_id, investor_id) references investors (tenant_id, id) deferrable initially deferred',
    'alter table cash_flows add constraint cash_flows_investment_id_fk foreign key (tenant_id, investment_id) references investments (tenant_id, id) deferrable initially deferred',
    'alter table cash_flows enable row level security',
    'alter table cash_flows force row level security',
    "create policy of_tenant on cash_flows using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid)",
    'grant select, insert, update on cash_flows to holdfast_app',
    'grant select, insert, update on cash_flows to holdfast_upkeep',
  ])
})

it('a new table of the directory comes with the right of the role that reads it', async () => {
  const { statements } = await nextMigration(without('sessions', /"?directory"?\."?sessions\b/))
  expect(statements[0]).toMatch(/^CREATE TABLE "directory"."sessions"/)
  expect(statements.at(-1)).toBe('grant select, insert, update, delete on directory.sessions to holdfast_directory')
})

it('a field that is no longer a reference loses its key', async () => {
  const wanted = isolationSql().filter((each) => !each.includes('cash_flows_investor_id_fk'))
  const { statements } = await nextMigration(committed, allTables, wanted)
  expect(statements).toEqual(['alter table cash_flows drop constraint cash_flows_investor_id_fk'])
})

it('when a role loses a right, all of its rights on the table are revoked and the remaining ones granted again', async () => {
  const less = isolationSql().map((each) =>
    each === 'grant select, insert, update on cash_flows to holdfast_app'
      ? 'grant select on cash_flows to holdfast_app'
      : each,
  )
  const { statements } = await nextMigration(committed, allTables, less)
  expect(statements).toEqual([
    'revoke all on cash_flows from holdfast_app',
    'grant select on cash_flows to holdfast_app',
  ])
  const later = { ...committed, statements: [...committed.statements, ...statements] }
  expect((await nextMigration(later, allTables, less)).statements).toEqual([])
})

it('no policy is ever dropped', async () => {
  const wanted = isolationSql().filter((each) => !each.startsWith('create policy of_tenant on cash_flows'))
  await expect(nextMigration(committed, allTables, wanted)).rejects.toThrow(/create policy of_tenant on cash_flows/)
})

it('statements about a dropped table no longer count, and those about a renamed one count under the new name', () => {
  const inForceAfter = (...later: string[]) =>
    isolationInForce([...committed.statements, ...later]).filter((each) => /\b(cash|money)_flows\b/.test(each))
  expect(inForceAfter()).toHaveLength(8)
  expect(inForceAfter('DROP TABLE "cash_flows" CASCADE')).toEqual([])
  expect(inForceAfter('DROP TABLE "directory"."cash_flows" CASCADE')).toHaveLength(8)
  expect(inForceAfter('DROP TABLE "projects" CASCADE')).toHaveLength(7)
  expect(inForceAfter('ALTER TABLE "cash_flows" DROP COLUMN "project_id"')).toHaveLength(7)
  expect(inForceAfter('ALTER TABLE "projects" DROP COLUMN "investor_id"')).toHaveLength(8)
  expect(inForceAfter('ALTER TABLE "cash_flows" DROP CONSTRAINT "cash_flows_project_id_fk"')).toHaveLength(7)
  expect(inForceAfter('ALTER TABLE "cash_flows" RENAME TO "money_flows"')).toContain(
    'grant select, insert, update on money_flows to holdfast_app',
  )
  expect(inForceAfter('ALTER TABLE "cash_flows" RENAME COLUMN "project_id" TO "fund_id"')).toContain(
    'alter table cash_flows add constraint cash_flows_project_id_fk foreign key (tenant_id, fund_id) references projects (tenant_id, id) deferrable initially deferred',
  )
})

it('a written migration is the last and latest in the journal, and leaves nothing more to write', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(migrationsFolder, folder, { recursive: true })
  const before = without('cashFlows', cashFlow)
  const late = { ...before.journal, entries: before.journal.entries.map((each) => ({ ...each, when: each.when * 2 })) }
  const path = writeMigration({ journal: late }, await nextMigration(before), 'cash_flows', folder)
  const after = readCommitted(folder)
  expect(readFileSync(path, 'utf8')).toContain('grant select, insert, update on cash_flows to holdfast_app;')
  expect(after.tags.at(-1)).toBe(`${String(before.journal.entries.length).padStart(4, '0')}_cash_flows`)
  expect(journalProblems(after)).toEqual([])
  const statements = [...before.statements, ...statementsOf(readFileSync(path, 'utf8'))]
  const rest = await nextMigration({ ...after, statements })
  expect(rest.statements).toEqual([])
})

it('a file that no database would run is reported', () => {
  const { journal, tags } = committed
  const [first, second, ...others] = journal.entries
  const entries = [first!, { ...second!, when: first!.when }, ...others]
  expect(journalProblems({ journal, tags: [...tags, '0099_own'] })).toEqual(['0099_own.sql is not in the journal'])
  expect(journalProblems({ journal, tags: tags.slice(1) })).toHaveLength(1)
  expect(journalProblems({ journal: { ...journal, entries }, tags })).toEqual([
    `${second!.tag} is out of order in the journal`,
  ])
})
