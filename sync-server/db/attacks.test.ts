import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSql } from './postgres/open-sql.ts'
import { canary, findTenantTables, insertCanaries, openings, outputOf, readings } from '#server/test/attacks.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { appRole, roleUrl } from './connect/roles.ts'

const { ownerUrl, drop } = await createTestDatabase()
const owner = openSql(ownerUrl)
const app = openSql(roleUrl(ownerUrl, appRole))
const [here, there] = [uuidv7(), uuidv7()]

const tables = await findTenantTables(owner)
const names = tables.map(({ table }) => table)

beforeAll(async () => {
  await insertCanaries(owner, tables, there)
  await owner`analyze`
})
afterAll(async () => {
  await Promise.all([owner.end(), app.end()])
  await drop()
})

const outputFor = (statements: string): Promise<string> => outputOf(app, here, statements)

const isRefused =
  /^error .*(permission denied|must be|must have|only simple column references|row-level security|not supported|does not exist|cannot set|cannot execute)/

it('the other firm has a row in every table', async () => {
  expect(names.length).toBeGreaterThan(25)
  for (const { table, columns } of tables) {
    const [row] = await owner.unsafe<{ text: string }[]>(
      `select t::text as text from ${table} t where tenant_id = '${there}'`,
    )
    expect([table, row!.text.includes(canary) || !columns.some(({ type }) => type === 'text')]).toEqual([table, true])
  }
})

describe.each(tables)('the other firm’s row of $table', ({ table, columns }) => {
  it('cannot be read, changed or counted', async () => {
    for (const statement of readings(table, there)) {
      const output = (await outputFor(statement)).replaceAll(statement, '')
      expect([statement, output.includes(canary), output.includes('syntax error')]).toEqual([statement, false, false])
    }
    const [row] = await owner.unsafe<{ n: number }[]>(
      `select count(*)::int as n from ${table} where tenant_id = '${there}'`,
    )
    expect(row!.n).toBe(1)
  })

  it('cannot be read through a right of the reader', async () => {
    for (const statement of openings(table))
      expect([statement, await outputFor(statement)]).toEqual([statement, expect.stringMatching(isRefused)])
  })

  it('does not reach a condition before the policy, where an error would show its value', async () => {
    const conditions = columns.filter(({ type }) => type === 'text').map(({ name }) => `"${name}"::int > 0`)
    for (const condition of conditions)
      expect(await outputFor(`select * from ${table} where ${condition}`)).not.toContain('error')
  })
})

describe('the app’s role', () => {
  it.each([
    'set local role postgres',
    'set session authorization holdfast',
    `alter role ${appRole} bypassrls`,
    `grant holdfast_directory to ${appRole}`,
    'select * from directory.users',
    'select * from directory.sessions',
    'select * from pg_authid',
    'select * from pg_shadow',
    `select pg_read_file('postgresql.conf')`,
    `select pg_ls_dir('.')`,
    `select pg_stat_file('.')`,
    `select lo_import('/etc/passwd')`,
    'select * from pg_largeobject',
    `select pg_switch_wal()`,
    `select pg_create_logical_replication_slot('s', 'test_decoding')`,
    'create extension dblink',
    'create schema mine',
    'create table mine (id int)',
    'alter table projects disable row level security',
    'drop policy of_tenant on projects',
    'copy projects to program $$true$$',
    'create function public.f() returns int language sql as $$ select 1 $$',
  ])('may not: %s', async (statement) => {
    expect(await outputFor(statement)).toMatch(isRefused)
  })

  it.each(['reset app.tenant_id', `set local app.tenant_id = ''`, 'reset all', 'discard all', 'rollback'])(
    'reads nothing after: %s',
    async (statement) => {
      expect(await outputFor(`${statement}; select t::text from projects t`)).not.toContain(canary)
    },
  )

  it('has no view, function, sequence or foreign table with the owner’s rights', async () => {
    const found = await owner`
      select c.relkind::text as kind, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'directory') and c.relkind not in ('r', 'p', 'i', 'I', 't')
          and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
      union all
      select 'function', p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where (n.nspname not in ('pg_catalog', 'information_schema') and not exists (select from pg_depend where objid = p.oid and deptype = 'e'))
          or (p.prosecdef and has_function_privilege(${appRole}, p.oid, 'execute'))
      union all
      select 'extension', extname from pg_extension where extname not in ('plpgsql', 'citus', 'citus_columnar')`
    expect([...found]).toEqual([])
  })

  it('finds no value of another firm in catalogs and activity views', async () => {
    const catalogs = await owner<{ name: string }[]>`
      select c.relname as name from pg_class c where c.relnamespace = 'pg_catalog'::regnamespace and c.relkind in ('r', 'v')`
    expect(catalogs.length).toBeGreaterThan(120)
    const containsCanary = `position('${canary.slice(0, 9)}' || '${canary.slice(9)}' in t::text) > 0`
    const leaking = []
    for (const { name } of catalogs)
      if ((await outputFor(`select 'leaks it' as text from ${name} t where ${containsCanary}`)).includes('leaks it'))
        leaking.push(name)
    expect(leaking).toEqual([])
  })
})
