// What drizzle-kit does not emit: row level security, rights of the roles, references inside a tenant. The text is
// committed as a migration; a test asks the database itself whether every table is covered.
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { snakeCase } from '#schema/entity.ts'
import { entityNamed, tenantEntities } from '#schema/registry.ts'
import * as everything from './drizzle-schema.ts'
import { appRole, directoryRole } from './roles.ts'

/** Every table that holds rows of tenants. */
export const tenantTables: readonly string[] = Object.values<unknown>(everything)
  .filter((each): each is PgTable => is(each, PgTable))
  .map((table) => getTableConfig(table))
  .filter(({ schema, columns }) => schema !== 'directory' && columns.some(({ name }) => name === 'tenant_id'))
  .map(({ name }) => name)

const policy = (table: string) => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy of_tenant on ${table} using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid)`,
  `grant select, insert, update on ${table} to ${appRole}`,
]

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

export const isolationSql = (): string[] => [
  ...references(),
  ...tenantTables.flatMap(policy),
  `grant usage on schema directory to ${directoryRole}`,
  `grant select, insert, update, delete on all tables in schema directory to ${directoryRole}`,
]
