import { describe, expect, it } from 'vitest'
import { registry } from '#schema/registry.ts'
import { commonTables, foreignKeys, tenantTables } from '#server/db/tables/isolation.ts'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { distributeNewTables } from './new-tables.ts'
import {
  firstTable,
  type Found,
  type FoundKey,
  type FoundTable,
  NotDistributable,
  planDistribution,
  tenantSetting,
  type WantedTables,
} from './plan.ts'

const ownerUrl = 'postgres://holdfast:secret@localhost/holdfast'
const workers = ['east:5432', 'west:5432']
const berths = { ...registry.investments, name: 'berths', table: 'berths' }
const wanted: WantedTables = {
  tenantTables: [...tenantTables, 'berths'],
  commonTables,
  keys: { ...foreignKeys(), ...foreignKeys([berths]) },
  columnRights: [{ role: 'holdfast_upkeep', right: 'update', table: 'audit_logs', column: 'details' }],
}

const keyOf = (name: string, statement: string): FoundKey => {
  const [, table, definition, to] = /^alter table (\w+) add constraint \w+ (foreign key .* references (\w+) .*)$/.exec(
    statement,
  )!
  return { name, table: table!, to: to!, definition: definition! }
}

const plain: Found = {
  tables: [...wanted.tenantTables, ...commonTables].map((name) => ({
    name,
    hasTenant: !commonTables.includes(name),
    hasHiddenRows: false,
  })),
  keys: Object.entries(wanted.keys).map(([name, statement]) => keyOf(name, statement)),
  database: 'holdfast',
  isSuperuser: true,
  settings: [],
  workers,
  workerRoles: [],
  granted: [],
  signIns: {},
}

const plan = (found: Found) => planDistribution(found, wanted, ownerUrl)
const statementsOf = (found: Found) => plan(found).map(({ statement }) => statement)

function apply(found: Found, statements: readonly string[]): Found {
  return statements.reduce(applyOne, found)
}

function applyOne(found: Found, statement: string): Found {
  const change = (name: string, to: Partial<FoundTable>) => ({
    ...found,
    tables: found.tables.map((table) => (table.name === name ? { ...table, ...to } : table)),
  })
  const [, by, table] = /create_(distributed|reference)_table\('"(\w+)"'/.exec(statement) ?? []
  if (table && by === 'reference') return change(table, { distributedBy: null, group: 2, hasHiddenRows: true })
  if (table) return change(table, { distributedBy: 'tenant_id', group: 1, hasHiddenRows: true })
  const [, emptied] = /truncate_local_data_after_distributing_table\('"(\w+)"'/.exec(statement) ?? []
  if (emptied) return change(emptied, { hasHiddenRows: false })
  const [, dropped] = /drop constraint "(\w+)"/.exec(statement) ?? []
  if (dropped) return { ...found, keys: found.keys.filter(({ name }) => name !== dropped) }
  const [, added] = /add constraint "?(\w+)/.exec(statement) ?? []
  if (added) return { ...found, keys: [...found.keys, keyOf(added, wanted.keys[added]!)] }
  const [, user, info] = /values \(0, '(\w+)', '(password=\w+)'\)/.exec(statement) ?? []
  if (user) return { ...found, signIns: { ...found.signIns, [user]: info! } }
  if (statement.includes('run_command_on_shards')) return { ...found, granted: wanted.columnRights }
  if (statement.startsWith('alter database')) return { ...found, settings: [tenantSetting] }
  throw new Error(`Unknown statement: ${statement}`)
}

const done = apply(plain, statementsOf(plain))

describe('the plan for a plain database', () => {
  it('distributes the tables of firms together, a made-up entity’s too, and copies the others', () => {
    const isTogether = ({ name, distributedBy, group }: FoundTable) =>
      commonTables.includes(name) ? distributedBy === null : distributedBy === 'tenant_id' && group === 1
    expect(done.tables.filter((table) => !isTogether(table))).toEqual([])
    const statements = statementsOf(plain).filter((each) => each.includes('create_distributed_table'))
    expect(statements[0]).toBe(
      `select create_distributed_table('"${firstTable}"', 'tenant_id', colocate_with => 'none')`,
    )
    expect(statements.slice(1).filter((each) => !each.endsWith(`colocate_with => '${firstTable}')`))).toEqual([])
    expect(statements).toContain(
      `select create_distributed_table('"berths"', 'tenant_id', colocate_with => '${firstTable}')`,
    )
  })

  it('ends with the foreign keys of the registry', () => {
    const names = done.keys.map(({ name }) => name)
    expect(names.toSorted()).toEqual(Object.keys(wanted.keys).toSorted())
    expect(names).toContain('berths_project_id_fk')
  })

  it('repeats rights on single columns for the shards, after the commit that makes them', () => {
    expect(done.granted).toEqual(wanted.columnRights)
    expect(plan(plain).filter(({ isAfterCommit }) => isAfterCommit)).toHaveLength(1)
  })

  it('leaves no rows on the coordinator, where no policy of a worker applies', () => {
    expect(done.tables.filter(({ hasHiddenRows }) => hasHiddenRows)).toEqual([])
  })

  it('names no password in what is printed', () => {
    expect(plan(plain).filter(({ summary }) => summary.includes('password'))).toEqual([])
  })
})

describe('the plan for a distributed database', () => {
  it('is empty', () => {
    expect(plan(done)).toEqual([])
  })

  it('does what is left if a part of it was done by hand', () => {
    const statements = statementsOf(plain)
    for (let done = 1; done < statements.length; done++) {
      const partly = apply(plain, statements.slice(0, done))
      expect([done, statementsOf(apply(partly, statementsOf(partly)))]).toEqual([done, []])
    }
  })

  it('moves only the table of an entity that is new', () => {
    const isNew = ({ name }: FoundTable) => name === 'berths'
    const berthsKeys = new Set(Object.keys(foreignKeys([berths])))
    const tables = done.tables.map((table) =>
      isNew(table) ? { name: table.name, hasTenant: true, hasHiddenRows: false } : table,
    )
    const found = { ...done, tables, keys: done.keys.filter(({ name }) => !berthsKeys.has(name)) }
    expect(plan(found).map(({ summary }) => summary)).toEqual([
      'distribute berths by tenant_id',
      'remove what berths still has on the coordinator',
      ...[...berthsKeys].map((key) => `add the missing foreign key ${key}`),
    ])
  })

  it.each<[string, (found: Found) => Found]>([
    [
      'a table of firms was distributed by another column',
      (found) => ({
        ...found,
        tables: found.tables.map((table) => (table.name === 'projects' ? { ...table, distributedBy: 'id' } : table)),
      }),
    ],
    [
      'a table of firms was distributed apart from the others',
      (found) => ({
        ...found,
        tables: found.tables.map((table) => (table.name === 'projects' ? { ...table, group: 7 } : table)),
      }),
    ],
    [
      'a role may bypass row level security on a worker',
      (found) => ({
        ...found,
        workerRoles: [{ role: 'holdfast_app', worker: workers[1]!, canBypass: true }],
      }),
    ],
    ['there are no workers', (found) => ({ ...found, workers: [] })],
    ['the owner is no superuser', (found) => ({ ...found, isSuperuser: false })],
  ])('refuses if %s', (_, change) => {
    expect(() => plan(change(done))).toThrow(NotDistributable)
  })
})

describe('migrations of a distributed database', () => {
  it('distribute the tables that they create before other statements refer to them', () => {
    const sql = [
      'CREATE TABLE "berths" (\n\t"tenant_id" uuid NOT NULL,\n\t"id" uuid NOT NULL\n);\n',
      '\nCREATE TABLE "tides" (\n\t"name" text NOT NULL\n);\n',
      '\nCREATE TABLE "directory"."piers" (\n\t"tenant_id" uuid NOT NULL\n);\n',
      '\nalter table berths add constraint x foreign key (tenant_id, id) references projects (tenant_id, id);',
    ]
    const [migration] = distributeNewTables([{ sql, folderMillis: 1, hash: '', bps: true }])
    expect(migration!.sql).toEqual([
      sql[0],
      `select create_distributed_table('"berths"', 'tenant_id', colocate_with => '${firstTable}')`,
      sql[1],
      `select create_reference_table('"tides"')`,
      sql[2],
      sql[3],
    ])
  })
})

it('the database has the tables that are to be distributed, and no others', async () => {
  const { ownerUrl, drop } = await createTestDatabase()
  try {
    await withSql(ownerUrl, async (owner) => {
      const found = await owner<{ name: string }[]>`
        select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`
      expect(found.map(({ name }) => name).toSorted()).toEqual([...tenantTables, ...commonTables].toSorted())
    })
  } finally {
    await drop()
  }
})
