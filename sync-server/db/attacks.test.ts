import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSql } from './postgres/open-sql.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { appRole, roleUrl } from './connect/roles.ts'

const { ownerUrl, drop } = await createTestDatabase()
const owner = openSql(ownerUrl)
const app = openSql(roleUrl(ownerUrl, appRole))
const [here, there] = [uuidv7(), uuidv7()]
const canary = 'canary-of-another-firm'

interface Column {
  readonly name: string
  readonly type: string
}

const tables = await owner<{ table: string; columns: Column[] }[]>`
  select c.relname as table, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where c.relkind in ('r', 'p') and n.nspname = 'public' and a.attnum > 0 and not a.attisdropped
  group by c.relname having bool_or(a.attname = 'tenant_id') order by 1`
const names = tables.map(({ table }) => table)

function valueOf({ name, type }: Column): string {
  if (name === 'tenant_id') return `'${there}'`
  if (type === 'text' || type.startsWith('character')) return `'${canary}'`
  if (type === 'uuid') return `'${uuidv7()}'`
  if (type === 'boolean') return 'true'
  if (type === 'date' || type.startsWith('timestamp')) return `'2026-03-15'`
  if (type.startsWith('json')) return `'{"is": "${canary}"}'`
  if (type.endsWith('[]')) return `array['${canary}']`
  return '7'
}

beforeAll(async () => {
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    for (const { table, columns } of tables)
      await sql.unsafe(
        `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) values (${columns.map(valueOf).join(', ')})`,
      )
  })
  await owner`analyze`
})
afterAll(async () => {
  await Promise.all([owner.end(), app.end()])
  await drop()
})

const begin = `begin; set local app.tenant_id = '${here}'`

async function outputOf(statement: string): Promise<string> {
  try {
    if (/^copy .* to stdout$/.test(statement)) return await copyOutput(statement)
    return JSON.stringify(await app.unsafe(`${begin}; ${statement}; rollback`))
  } catch (error) {
    await app.unsafe('rollback')
    const { message, detail, hint, where } = error as Error & Record<string, unknown>
    return ['error', message, detail, hint, where].join(' ')
  }
}

async function copyOutput(statement: string): Promise<string> {
  const parts: string[] = []
  await app.unsafe(begin)
  for await (const part of await app.unsafe(statement).readable()) parts.push(String(part))
  await app.unsafe('rollback')
  return parts.join('')
}

const isRefused =
  /^error .*(permission denied|must be|row-level security|not supported|does not exist|cannot set|cannot execute)/

it('the other firm has a row in every table', async () => {
  expect(names.length).toBeGreaterThan(25)
  for (const { table, columns } of tables) {
    const [row] = await owner.unsafe<{ text: string }[]>(
      `select t::text as text from ${table} t where tenant_id = '${there}'`,
    )
    expect([table, row!.text.includes(canary) || !columns.some(({ type }) => type === 'text')]).toEqual([table, true])
  }
})

const readings = (table: string): readonly string[] => [
  `select t::text from ${table} t`,
  `select t::text from ${table} t where tenant_id = '${there}'`,
  `select nullif(count(*), 0) as n, max(t::text) from ${table} t`,
  `select b::text from (values (1)) a(x) left join ${table} b on true`,
  `with recursive r as (select t::text as x from ${table} t union select x from r) select x from r`,
  `select t::text from ${table} t tablesample system (100)`,
  `select t::text from ${table} t where ctid = '(0,1)'`,
  `select * from ${table} for update`,
  `copy (select * from ${table}) to stdout`,
  `copy ${table} to stdout`,
  `select query_to_xml('select * from ${table}', true, true, '')`,
  `select table_to_xml('${table}', true, true, '')`,
  `declare c cursor for select t::text from ${table} t; fetch all from c`,
  `prepare p as select t::text from ${table} t; execute p; deallocate p`,
  `select * from pg_stats where tablename = '${table}'`,
  `select * from pg_stats_ext where tablename = '${table}'`,
  `explain (analyze, verbose) select * from ${table}`,
  `update ${table} set tenant_id = tenant_id where tenant_id = '${there}' returning *`,
  `insert into ${table} select * from ${table} on conflict do nothing returning *`,
]

const openings = (table: string): readonly string[] => [
  'select * from pg_statistic',
  'select * from pg_statistic_ext_data',
  `set local row_security = off; select t::text from ${table} t`,
  `alter table ${table} no force row level security`,
  `create policy mine on ${table} using (true)`,
  `create trigger t before insert on ${table} execute function suppress_redundant_updates_trigger()`,
  `create rule r as on insert to ${table} do also notify x`,
  `create index on ${table} (tenant_id)`,
  `create table mine (tenant_id uuid, id uuid, foreign key (tenant_id, id) references ${table})`,
  `create statistics s on tenant_id, (tenant_id is null) from ${table}`,
  `create view v as select * from ${table}`,
  `create publication p for table ${table}`,
  `copy ${table} to '/tmp/out'`,
  `copy ${table} to program 'cat'`,
  `copy ${table} from '/etc/passwd'`,
  `truncate ${table}`,
]

describe.each(tables)('the other firm’s row of $table', ({ table, columns }) => {
  it('cannot be read, changed or counted', async () => {
    for (const statement of readings(table)) {
      const output = (await outputOf(statement)).replaceAll(statement, '')
      expect([statement, output.includes(canary), output.includes('syntax error')]).toEqual([statement, false, false])
    }
    const [row] = await owner.unsafe<{ n: number }[]>(
      `select count(*)::int as n from ${table} where tenant_id = '${there}'`,
    )
    expect(row!.n).toBe(1)
  })

  it('cannot be read through a right of the reader', async () => {
    for (const statement of openings(table))
      expect([statement, await outputOf(statement)]).toEqual([statement, expect.stringMatching(isRefused)])
  })

  it('does not reach a condition before the policy, where an error would show its value', async () => {
    const conditions = columns.filter(({ type }) => type === 'text').map(({ name }) => `"${name}"::int > 0`)
    for (const condition of conditions)
      expect(await outputOf(`select * from ${table} where ${condition}`)).not.toContain('error')
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
    expect(await outputOf(statement)).toMatch(isRefused)
  })

  it.each(['reset app.tenant_id', `set local app.tenant_id = ''`, 'reset all', 'discard all', 'rollback'])(
    'reads nothing after: %s',
    async (statement) => {
      expect(await outputOf(`${statement}; select t::text from projects t`)).not.toContain(canary)
    },
  )

  it('has no view, function, sequence or foreign table with the owner’s rights', async () => {
    const found = await owner`
      select c.relkind::text as kind, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'directory') and c.relkind not in ('r', 'p', 'i', 'I', 't')
      union all
      select 'function', p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname not in ('pg_catalog', 'information_schema') or (p.prosecdef and has_function_privilege(${appRole}, p.oid, 'execute'))
      union all
      select 'extension', extname from pg_extension where extname <> 'plpgsql'`
    expect([...found]).toEqual([])
  })

  it('finds no value of another firm in catalogs and activity views', async () => {
    const catalogs = await owner<{ name: string }[]>`
      select c.relname as name from pg_class c where c.relnamespace = 'pg_catalog'::regnamespace and c.relkind in ('r', 'v')`
    expect(catalogs.length).toBeGreaterThan(120)
    const holdsCanary = `position('${canary.slice(0, 9)}' || '${canary.slice(9)}' in t::text) > 0`
    const leaking = []
    for (const { name } of catalogs)
      if ((await outputOf(`select 'leaks it' as text from ${name} t where ${holdsCanary}`)).includes('leaks it'))
        leaking.push(name)
    expect(leaking).toEqual([])
  })
})
