// Another firm's rows are attacked through the coordinator and on the workers. A made-up entity, which a migration adds
// to the distributed database, is attacked like the others.
import { v7 as uuidv7 } from 'uuid'
import { distribute } from '#server/db/distribute/distribute.ts'
import { runMigrations } from '#server/db/migrate.ts'
import { openSql, withSql } from '#server/db/postgres/open-sql.ts'
import { appRole, directoryRole, roleUrl, upkeepRole } from '#server/db/connect/roles.ts'
import { onEachNode } from '#server/test/citus-nodes.ts'
import { copyDatabase } from '#server/test/template.ts'
import type { Counts } from '../checks/test-counts.ts'

const canary = 'canary-of-another-firm'

interface Column {
  readonly name: string
  readonly type: string
}

interface Shard {
  readonly table: string
  readonly shard: string
  readonly host: string
  readonly port: number
}

export async function attackWorkers(citusUrl: string): Promise<Counts> {
  const { ownerUrl, drop } = await copyDatabase(citusUrl)
  try {
    await addEntity(ownerUrl)
    const [here, there] = [uuidv7(), uuidv7()]
    const shards = await fill(ownerUrl, there)
    const wrong = [
      ...(await againDistributed(ownerUrl)),
      ...(await looseShards(citusUrl, ownerUrl)),
      ...(await leaks(ownerUrl, shards, here, there)),
    ]
    for (const line of wrong) console.error(line)
    const tables = new Set(shards.map(({ table }) => table)).size
    console.log(`${tables} tables, ${shards.length} shards with another firm's row, ${wrong.length} problems`)
    return wrong.length || tables < 30
      ? { passed: 0, failed: Math.max(1, wrong.length) }
      : { passed: tables, failed: 0 }
  } finally {
    await drop()
  }
}

/** As `npm run db:generate` would write it. */
const addEntity = (ownerUrl: string): Promise<void> =>
  withSql(ownerUrl, (owner) =>
    runMigrations(owner, [
      {
        sql: [
          'CREATE TABLE "berths" ("tenant_id" uuid NOT NULL, "id" uuid NOT NULL, "project_id" uuid, "name" text, CONSTRAINT "berths_pk" PRIMARY KEY("tenant_id","id"))',
          'CREATE INDEX "berths_project_id" ON "berths" USING btree ("tenant_id","project_id")',
          'alter table berths add constraint berths_project_id_fk foreign key (tenant_id, project_id) references projects (tenant_id, id) deferrable initially deferred',
          'alter table berths enable row level security',
          'alter table berths force row level security',
          `create policy of_tenant on berths using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid)`,
          `grant select, insert, update on berths to ${appRole}`,
        ],
        folderMillis: Number.MAX_SAFE_INTEGER,
        hash: 'berths',
        bps: true,
      },
    ]),
  )

async function againDistributed(ownerUrl: string): Promise<string[]> {
  const steps = await distribute(ownerUrl, { shards: 2, isDryRun: true })
  return steps.map(({ summary }) => `the database with a new entity still needs: ${summary}`)
}

function valueOf({ name, type }: Column, tenantId: string): string {
  if (name === 'tenant_id') return `'${tenantId}'`
  if (type === 'text') return `'${canary}'`
  if (type === 'uuid') return `'${uuidv7()}'`
  if (type === 'boolean') return 'true'
  if (type === 'date' || type.startsWith('timestamp')) return `'2026-03-15'`
  if (type.startsWith('json')) return `'{"is": "${canary}"}'`
  if (type.endsWith('[]')) return `array['${canary}']`
  return '7'
}

const fill = (ownerUrl: string, tenantId: string): Promise<Shard[]> =>
  withSql(ownerUrl, async (owner) => {
    const tables = await owner<{ table: string; columns: Column[] }[]>`
      select c.relname as table, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null))) as columns
      from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid join pg_attribute a on a.attrelid = c.oid
      where d.partmethod = 'h' and a.attnum > 0 and not a.attisdropped group by c.relname order by 1`
    await owner.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      for (const { table, columns } of tables)
        await sql.unsafe(
          `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) values (${columns.map((column) => valueOf(column, tenantId)).join(', ')})`,
        )
    })
    return owner<Shard[]>`
      select s.logicalrelid::text as table, shard_name(s.logicalrelid, s.shardid) as shard, nodename as host, nodeport as port
      from pg_dist_partition p
      cross join lateral (select get_shard_id_for_distribution_column(p.logicalrelid, ${tenantId}::uuid) as id) f
      join pg_dist_shard s on s.shardid = f.id join citus_shards n on n.shardid = s.shardid where p.partmethod = 'h'`
  })

/** Each shard has its policy, forced, and no role of the server may bypass it on any machine. */
async function looseShards(citusUrl: string, ownerUrl: string): Promise<string[]> {
  const wrong: string[] = []
  await onEachNode(citusUrl, async (server) => {
    const { hostname, port } = new URL(ownerUrl)
    const { host, port: nodePort } = server.options
    const url = Object.assign(new URL(ownerUrl), { hostname: host[0] ?? hostname, port: String(nodePort[0] ?? port) })
    await withSql(url.href, async (sql) => {
      await sql`set citus.override_table_visibility = off`
      const rule = "(tenant_id = (current_setting('app.tenant_id'::text))::uuid)"
      const found = await sql<{ name: string }[]>`
        select c.relname as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
          and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
          and not (c.relrowsecurity and c.relforcerowsecurity and array[${`${rule} ${rule}`}] = (
            select array_agg(pg_get_expr(polqual, polrelid) || ' ' || pg_get_expr(polwithcheck, polrelid)) from pg_policy
            where polrelid = c.oid))`
      const roles = await sql<{ name: string }[]>`
        select rolname as name from pg_roles
        where rolname in (${appRole}, ${upkeepRole}, ${directoryRole})
          and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`
      const place = `${url.hostname}:${url.port}`
      wrong.push(...found.map(({ name }) => `${place}: ${name} is not behind the policy of its firm`))
      wrong.push(...roles.map(({ name }) => `${place}: ${name} has too many rights`))
    })
  })
  return wrong
}

const throughCoordinator = ({ table, shard, host, port }: Shard, there: string): readonly string[] => [
  `select t::text from ${table} t where tenant_id = '${there}'`,
  `select count(*), max(t::text) from ${table} t`,
  `with x as materialized (select t::text from ${table} t) select * from x`,
  `insert into ${table} select * from ${table} on conflict do nothing returning *`,
  `update ${table} set tenant_id = tenant_id where tenant_id = '${there}' returning *`,
  `copy (select * from ${table}) to stdout`,
  `select run_command_on_workers($$select string_agg(t::text, '') from ${shard} t$$)`,
  `select run_command_on_shards('${table}', $$select string_agg(t::text, '') from %s t$$)`,
  `select run_command_on_placements('${table}', $$select string_agg(t::text, '') from %s t$$)`,
  `select master_run_on_worker(array['${host}'], array[${port}], array[$$select string_agg(t::text, '') from ${shard} t$$], false)`,
  `set local citus.override_table_visibility = off; select t::text from ${shard} t`,
  `set local citus.enable_ddl_propagation = off; alter table ${table} disable row level security`,
  `set local citus.propagate_set_commands = 'none'; select t::text from ${table} t where tenant_id = '${there}'`,
  `select undistribute_table('${table}')`,
  `select citus_drain_node('${host}', ${port})`,
  `select worker_apply_shard_ddl_command(1, 'alter table ${shard} disable row level security')`,
  `explain (analyze, verbose) select * from ${table} where tenant_id = '${there}'`,
  `select * from pg_dist_authinfo`,
  `select * from citus_stat_statements`,
]

const onWorker = ({ shard }: Shard): readonly string[] => [
  `select t::text from ${shard} t`,
  `select count(*), max(t::text) from ${shard} t`,
  `update ${shard} set tenant_id = tenant_id returning *`,
  `alter table ${shard} disable row level security`,
  `copy ${shard} to stdout`,
]

async function leaks(ownerUrl: string, shards: readonly Shard[], here: string, there: string): Promise<string[]> {
  const wrong: string[] = []
  const coordinator = roleUrl(ownerUrl, appRole)
  for (const shard of shards) {
    const worker = Object.assign(new URL(coordinator), { hostname: shard.host, port: String(shard.port) }).href
    const attacks = [
      ...throughCoordinator(shard, there).map((statement) => ({ url: coordinator, statement })),
      ...onWorker(shard).map((statement) => ({ url: worker, statement })),
    ]
    for (const { url, statement } of attacks) {
      const output = (await outputOf(url, here, statement)).replaceAll(statement, '')
      if (output.includes(canary) || output.includes('password='))
        wrong.push(`${new URL(url).port}: ${statement} returned ${output.slice(0, 200)}`)
      if (/syntax error/.test(output)) wrong.push(`${statement}: ${output}`)
    }
  }
  return wrong
}

/** On a connection of its own: an error in one statement must not protect from the next. */
async function outputOf(url: string, tenantId: string, statement: string): Promise<string> {
  const sql = openSql(url)
  try {
    await sql.unsafe(`begin; set local app.tenant_id = '${tenantId}'`)
    if (statement.startsWith('copy ')) {
      const parts: string[] = []
      for await (const part of await sql.unsafe(statement).readable()) parts.push(String(part))
      return parts.join('')
    }
    // Citus refuses distributed queries in a message of several statements.
    const output: unknown[] = []
    for (const each of statement.split('; ')) output.push(await sql.unsafe(each))
    return JSON.stringify(output)
  } catch (error) {
    const { message, detail, hint, where } = error as Error & Record<string, unknown>
    return ['error', message, detail, hint, where].join(' ')
  } finally {
    await sql.end({ timeout: 1 })
  }
}
