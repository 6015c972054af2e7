import { type Entity, snakeCase } from '#schema/kernel/entity.ts'
import { registry } from '#schema/registry.ts'
import type { Directory, Statements } from '#server/db/connect/directory.ts'
import { exportedNames } from '#server/firm-export/exported-tables.ts'
import type { Seals } from '#server/secrets/seal.ts'
import { tenantFields } from '#schema/entities/tenants/entity.ts'
import { createRowReader, type ImportedRow, valueOf } from './imported-rows.ts'
import type { OpenExport } from './open-export.ts'

const { users, userInvitations, sessions } = registry

const inserts = {
  users: (sql: Statements, rows: object) => sql`insert into directory.users ${sql(rows)}`,
  userInvitations: (sql: Statements, rows: object) => sql`insert into directory.user_invitations ${sql(rows)}`,
  sessions: (sql: Statements, rows: object) => sql`insert into directory.sessions ${sql(rows)}`,
}

export async function openDirectoryRows(from: OpenExport, seals: Seals) {
  const read = async (entity: Entity): Promise<ImportedRow[]> => {
    const readRow = createRowReader(entity, from.tenantId, seals)
    const rows: ImportedRow[] = []
    for await (const cells of from.rows(`tables/${entity.name}.csv`, exportedNames(entity))) rows.push(readRow(cells))
    return rows
  }
  const rows = {
    users: await read(users),
    userInvitations: await read(userInvitations),
    sessions: await read(sessions),
  }
  const idsOf = (name: keyof typeof rows): string[] => rows[name].map(({ id }) => id as string)
  const emails = rows.users.map(({ email }) => email as string)
  const firm = Object.fromEntries(
    Object.entries(from.firm).map(([name, cell]) => [
      snakeCase(name),
      valueOf(tenantFields[name as 'name']?.storage ?? { kind: 'user' }, cell),
    ]),
  )

  async function requireAbsent(sql: Statements): Promise<void> {
    const [found] = await sql<{ what: string }[]>`
      select 'The firm ' || id as what from directory.tenants where id = ${from.tenantId}
      union all select 'The e-mail address ' || email from directory.users where email = any(${emails})
      union all select 'The person ' || id from directory.users where id = any(${idsOf('users')})
      union all select 'The invitation ' || id from directory.user_invitations where id = any(${idsOf('userInvitations')})
      union all select 'The session ' || id from directory.sessions where id = any(${idsOf('sessions')}) limit 1`
    if (found) throw new Error(`${found.what} already exists on this server. Nothing was imported.`)
  }

  return {
    name: from.firm['name']!,
    userIds: idsOf('users'),
    requireAbsent,
    insert: (directory: Directory): Promise<void> =>
      directory.begin(async (sql) => {
        await requireAbsent(sql)
        await sql`insert into directory.tenants ${sql(firm)}`
        for (const [name, insert] of Object.entries(inserts))
          for (const row of rows[name as keyof typeof rows])
            await insert(sql, { ...snakeCased(row), tenant_id: from.tenantId })
      }),
  }
}

const snakeCased = (row: ImportedRow): ImportedRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value]))
