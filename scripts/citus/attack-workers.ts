import type { Sql } from 'postgres'
import { v7 as uuidv7 } from 'uuid'
import { distribute } from '#server/db/distribute/distribute.ts'
import { runMigrations } from '#server/db/migrate.ts'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { appRole, directoryRole, roleUrl, upkeepRole } from '#server/db/connect/roles.ts'
import { canary, findTenantTables, insertCanaries, outputOf, readings } from '#server/test/attacks.ts'
import { onEachNode } from '#server/test/citus-nodes.ts'
import { copyDatabase } from '#server/test/template.ts'
import type { Counts } from '../checks/test-counts.ts'

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
      ...(await stillUndistributed(ownerUrl)),
      ...(await unprotectedShards(citusUrl, ownerUrl)),
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

async function stillUndistributed(ownerUrl: string): Promise<string[]> {
  const steps = await distribute(ownerUrl, { shards: 2, isDryRun: true })
  return steps.map(({ summary }) => `the database with a new entity still needs: ${summary}`)
}

const fill = (ownerUrl: string, tenantId: string): Promise<Shard[]> =>
  withSql(ownerUrl, async (owner) => {
    await insertCanaries(owner, await findTenantTables(owner), tenantId)
    return owner<Shard[]>`
      select s.logicalrelid::text as table, shard_name(s.logicalrelid, s.shardid) as shard, nodename as host, nodeport as port
      from pg_dist_partition p
      cross join lateral (select get_shard_id_for_distribution_column(p.logicalrelid, ${tenantId}::uuid) as id) f
      join pg_dist_shard s on s.shardid = f.id join citus_shards n on n.shardid = s.shardid where p.partmethod = 'h'`
  })

/** Each shard has its policy, forced, and no role of the server may bypass it on any machine. */
async function unprotectedShards(citusUrl: string, ownerUrl: string): Promise<string[]> {
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
            where polrelid = c.oid and not (polname = 'read_by_directory' and c.relname ~ '^jobs(_[0-9]+)?$')))`
      const roles = await sql<{ name: string }[]>`
        select rolname as name from pg_roles
        where rolname in (${appRole}, ${upkeepRole}, ${directoryRole})
          and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`
      const place = `${url.hostname}:${url.port}`
      wrong.push(...found.map(({ name }) => `${place}: ${name} is not protected by the policy of its firm`))
      wrong.push(...roles.map(({ name }) => `${place}: ${name} has too many rights`))
    })
  })
  return wrong
}

const throughCoordinator = ({ table, shard, host, port }: Shard, there: string): readonly string[] => [
  ...readings(table, there),
  `with x as materialized (select t::text from ${table} t) select * from x`,
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
  `select * from pg_dist_authinfo`,
  `select * from citus_stat_statements`,
]

const onWorker = ({ shard }: Shard, there: string): readonly string[] => [
  ...readings(shard, there),
  `alter table ${shard} disable row level security`,
]

const leaks = (ownerUrl: string, shards: readonly Shard[], here: string, there: string): Promise<string[]> =>
  withSql(roleUrl(ownerUrl, appRole), async (coordinator) => {
    const wrong: string[] = []
    for (const shard of shards) {
      const { host: hostname, port } = shard
      const workerUrl = Object.assign(new URL(roleUrl(ownerUrl, appRole)), { hostname, port: String(port) }).href
      wrong.push(...(await leaksOf(coordinator, here, throughCoordinator(shard, there))))
      wrong.push(...(await withSql(workerUrl, (worker) => leaksOf(worker, here, onWorker(shard, there)))))
    }
    return wrong
  })

async function leaksOf(sql: Sql, here: string, attacks: readonly string[]): Promise<string[]> {
  const wrong: string[] = []
  for (const statement of attacks) {
    const output = (await outputOf(sql, here, statement)).replaceAll(statement, '')
    if (output.includes(canary) || output.includes('password='))
      wrong.push(`${String(sql.options.port)}: ${statement} returned ${output.slice(0, 200)}`)
    if (output.includes('syntax error')) wrong.push(`${statement}: ${output}`)
  }
  return wrong
}
