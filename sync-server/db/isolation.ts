// What drizzle-kit does not write: row level security, rights of the roles, references inside a tenant. `npm run
// db:generate` adds the statements that the committed migrations lack; a test checks the database itself.
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { snakeCase } from '#schema/entity.ts'
import { entityNamed, tenantEntities } from '#schema/registry.ts'
import { appRole, directoryRole } from './roles.ts'
import * as tables from './tables.ts'

/** Everything in the database, under the names by which drizzle-kit looks for it. */
export const everything: Readonly<Record<string, unknown>> = { ...tables, ...tables.entityTables }

const configs = Object.values(everything)
  .filter((each): each is PgTable => is(each, PgTable))
  .map((table) => getTableConfig(table))

/** Every table that holds rows of tenants. */
export const tenantTables: readonly string[] = configs
  .filter(({ schema, columns }) => schema !== 'directory' && columns.some(({ name }) => name === 'tenant_id'))
  .map(({ name }) => name)

/** Only the owner reads and writes where the data was last started. */
const directoryTables = configs.filter(({ schema, name }) => schema === 'directory' && name !== 'home')

const policy = (table: string) => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy of_tenant on ${table} using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid)`,
  `grant select, insert, update on ${table} to ${appRole}`,
]

/** Tables with rows for all firms. */
const commonTables = configs.filter(({ schema, name }) => schema === undefined && !tenantTables.includes(name))

const references = () =>
  tenantEntities.flatMap((of) =>
    Object.entries(of.fields).flatMap(([name, { storage }]) => {
      if (storage.kind !== 'reference') return []
      const column = snakeCase(name)
      const parent = entityNamed(storage.to)!.table
      return [
        `alter table ${of.table} add constraint ${of.table}_${column}_fk foreign key (tenant_id, ${column}) references ${parent} (tenant_id, id) deferrable initially deferred`,
      ]
    }),
  )

export const grantDirectory = (table: string): string =>
  `grant select, insert, update, delete on ${table} to ${directoryRole}`

/** Statements about one table each, in an order in which they can run. */
export const isolationSql = (): string[] => [
  ...references(),
  ...tenantTables.flatMap(policy),
  ...commonTables.map(({ name }) => `grant select on ${name} to ${appRole}`),
  `grant usage on schema directory to ${directoryRole}`,
  ...directoryTables.map(({ name }) => grantDirectory(`directory.${name}`)),
]
