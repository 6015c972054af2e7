import { Readable } from 'node:stream'
import type { PendingQuery, Row, Sql } from 'postgres'
import { v7 as uuidv7 } from 'uuid'

export const canary = 'canary-of-another-firm'

interface Column {
  readonly name: string
  readonly type: string
}

export interface TenantTable {
  readonly table: string
  readonly columns: readonly Column[]
}

export const findTenantTables = (owner: Sql): Promise<TenantTable[]> => owner<TenantTable[]>`
  select c.relname as table, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where c.relkind in ('r', 'p') and n.nspname = 'public' and a.attnum > 0 and not a.attisdropped
  group by c.relname having bool_or(a.attname = 'tenant_id') order by 1`

function valueOf({ name, type }: Column, tenantId: string): string {
  if (name === 'tenant_id') return `'${tenantId}'`
  if (type === 'text' || type.startsWith('character')) return `'${canary}'`
  if (type === 'uuid') return `'${uuidv7()}'`
  if (type === 'boolean') return 'true'
  if (type === 'date' || type.startsWith('timestamp')) return `'2026-03-15'`
  if (type.startsWith('json')) return `'{"is": "${canary}"}'`
  if (type.endsWith('[]')) return `array['${canary}']`
  return '7'
}

export async function insertCanaries(owner: Sql, tables: readonly TenantTable[], tenantId: string): Promise<void> {
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    for (const { table, columns } of tables)
      await sql.unsafe(
        `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) values (${columns.map((column) => valueOf(column, tenantId)).join(', ')})`,
      )
  })
}

/** What the statements return or reveal in an error. They run one by one, because Citus refuses several in a message. */
export async function outputOf(sql: Sql, tenantId: string, statements: string): Promise<string> {
  try {
    await sql.unsafe(`begin; set local app.tenant_id = '${tenantId}'`)
    const output: unknown[] = []
    for (const statement of statements.split('; '))
      output.push(
        /^copy .* to stdout$/.test(statement) ? await copyOutput(sql, statement) : await sql.unsafe(statement),
      )
    return JSON.stringify(output)
  } catch (error) {
    const { message, detail, hint, where } = error as Error & Record<string, unknown>
    return ['error', message, detail, hint, where].join(' ')
  } finally {
    await sql.unsafe('rollback')
  }
}

async function copyOutput(sql: Sql, statement: string): Promise<string> {
  const query = sql.unsafe(statement) as PendingQuery<Row[]> & { resolve: (result: unknown) => void }
  const { resolve } = query
  // Citus reports the error immediately, before the stream can be read.
  query.resolve = (result) => resolve(result instanceof Readable ? result.on('error', () => {}) : result)
  const parts: string[] = []
  for await (const part of await query.readable()) parts.push(String(part))
  return parts.join('')
}

/** `there` is the other firm. Citus 13.0.5 crashes on a left join to a distributed table that is not lateral. */
export const readings = (table: string, there: string): readonly string[] => [
  `select t::text from ${table} t`,
  `select t::text from ${table} t where tenant_id = '${there}'`,
  `select nullif(count(*), 0) as n, max(t::text) from ${table} t`,
  `select b::text from (values (1)) a(x) left join lateral (select * from ${table}) b on true`,
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

export const openings = (table: string): readonly string[] => [
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
