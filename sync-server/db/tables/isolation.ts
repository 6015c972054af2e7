// drizzle-kit does not write these statements; `npm run db:generate` adds them.
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { type Entity, snakeCase } from '#schema/kernel/entity.ts'
import { entityNamed, tenantEntities } from '#schema/registry.ts'
import * as directoryTables from './directory-tables.ts'
import * as firmTables from './firm-tables.ts'
import { appRole, directoryRole, upkeepRole } from '#server/db/connect/roles.ts'
import * as tables from './tables.ts'

/** Under the names by which drizzle-kit looks for it. */
export const allTables: Readonly<Record<string, unknown>> = {
  ...tables,
  ...tables.entityTables,
  ...directoryTables,
  ...firmTables,
}

const configs = Object.values(allTables)
  .filter((each): each is PgTable => is(each, PgTable))
  .map((table) => getTableConfig(table))

export const tenantTables: readonly string[] = configs
  .filter(({ schema, columns }) => schema !== 'directory' && columns.some(({ name }) => name === 'tenant_id'))
  .map(({ name }) => name)

export const tablesOfFirms: readonly string[] = configs
  .filter(({ columns }) => columns.some(({ name }) => name === 'tenant_id'))
  .map(({ schema, name }) => (schema ? `${schema}.${name}` : name))

export const publicTables: readonly string[] = configs
  .filter(({ schema }) => schema === undefined)
  .map(({ name }) => name)

/** Only the owner reads and writes where the data was last started. */
const inDirectory = configs.filter(({ schema, name }) => schema === 'directory' && name !== 'home')

const readWrite = 'select, insert, update'
const insertOnly = 'select, insert'

/** Written once and never changed; epochs are only read. */
const rightsOfApp: Readonly<Record<string, string>> = {
  audit_logs: insertOnly,
  audit_events: insertOnly,
  marks: insertOnly,
  exits: insertOnly,
  verdicts: insertOnly,
  epochs: 'select',
}

/** Upkeep may begin epochs, and delete verdicts, stored responses and uploads. */
const rightsOfUpkeep: Readonly<Record<string, string>> = {
  epochs: readWrite,
  verdicts: `${insertOnly}, delete`,
  answers: `${readWrite}, delete`,
  files: `${readWrite}, delete`,
  held_files: `${readWrite}, delete`,
}

export interface ColumnRight {
  readonly role: string
  readonly right: 'select' | 'update'
  readonly table: string
  readonly column: string
}

export const columnRights: readonly ColumnRight[] = [
  // A purge removes the values.
  { role: upkeepRole, right: 'update', table: 'audit_logs', column: 'details' },
  { role: upkeepRole, right: 'update', table: 'verdicts', column: 'result' },
  // One query finds the due jobs of all firms.
  ...['tenant_id', 'kind', 'key', 'run_at'].map((column): ColumnRight => ({
    role: directoryRole,
    right: 'select',
    table: 'jobs',
    column,
  })),
]

const columnRightsOf = (role: string, table?: string): string[] =>
  columnRights
    .filter((each) => each.role === role && (table === undefined || each.table === table))
    .map((each) => `grant ${each.right} (${each.column}) on ${each.table} to ${each.role}`)

const policy = (table: string) => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy of_tenant on ${table} using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid)`,
  `grant ${rightsOfApp[table] ?? readWrite} on ${table} to ${appRole}`,
  `grant ${rightsOfUpkeep[table] ?? rightsOfApp[table] ?? readWrite} on ${table} to ${upkeepRole}`,
  ...columnRightsOf(upkeepRole, table),
]

/** Of all firms, and only read. */
export const commonTables: readonly string[] = configs
  .filter(({ schema, name }) => schema === undefined && !tenantTables.includes(name))
  .map(({ name }) => name)

export const foreignKeys = (entities: readonly Entity[] = tenantEntities): Readonly<Record<string, string>> =>
  Object.fromEntries(
    entities.flatMap((entity) =>
      Object.entries(entity.fields).flatMap(([name, { storage }]) => {
        if (storage.kind !== 'reference') return []
        const column = snakeCase(name)
        const parent = entityNamed(storage.to)!.table
        const key = `${entity.table}_${column}_fk`
        return [
          [
            key,
            `alter table ${entity.table} add constraint ${key} foreign key (tenant_id, ${column}) references ${parent} (tenant_id, id) deferrable initially deferred`,
          ],
        ]
      }),
    ),
  )

/** Audit entries and records keep referring to their ids. */
const undeletable = ['directory.tenants', 'directory.users']

const grantDirectory = (table: string): string =>
  `grant ${undeletable.includes(table) ? readWrite : `${readWrite}, delete`} on ${table} to ${directoryRole}`

const dueJobs = [
  `create policy read_by_directory on jobs for select to ${directoryRole} using (true)`,
  ...columnRightsOf(directoryRole),
]

export const isolationSql = (): string[] => [
  ...Object.values(foreignKeys()),
  ...tenantTables.flatMap(policy),
  ...commonTables.flatMap((name) => [appRole, upkeepRole].map((role) => `grant select on ${name} to ${role}`)),
  `grant usage on schema directory to ${directoryRole}`,
  ...inDirectory.map(({ name }) => grantDirectory(`directory.${name}`)),
  ...dueJobs,
]
