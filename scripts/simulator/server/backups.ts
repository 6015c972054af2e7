// Backs up and restores one firm's data; its people and their sessions stay.
import { beginEpoch, endRecovery } from '#server/db/connect/epochs.ts'
import { tenantTables } from '#server/db/tables/isolation.ts'
import type { Role } from '#schema/kernel/enumerations.ts'
import type { Backend } from './backend.ts'
import type { Firm, Person } from './firm.ts'

export interface Backup {
  readonly tables: ReadonlyMap<string, string>
  readonly people: ReadonlyMap<Person, { readonly role: Role; readonly isActive: boolean }>
}

export async function backUp({ sql }: Backend, { tenantId, staff, investor }: Firm): Promise<Backup> {
  const all = tenantTables.map(
    (table) =>
      `select '${table}' as name, coalesce(json_agg(t), '[]')::text as rows from ${table} t where tenant_id = $1`,
  )
  const found = await sql.unsafe<{ name: string; rows: string }[]>(all.join('\nunion all\n'), [tenantId])
  return {
    tables: new Map(found.map(({ name, rows }) => [name, rows])),
    people: new Map([...staff, investor].map((person) => [person, { role: person.role, isActive: person.isActive }])),
  }
}

/** `isAnnounced`: an administrator begins a new epoch; otherwise only checkpoint hashes reveal the restore. */
export async function restore(
  backend: Backend,
  { tenantId }: Firm,
  { tables, people }: Backup,
  isAnnounced: boolean,
): Promise<void> {
  await backend.sql.begin(async (sql) => {
    // References are valid again once everything is restored.
    await sql`set local session_replication_role = replica`
    for (const [name, rows] of tables) {
      await sql.unsafe(`delete from ${name} where tenant_id = $1`, [tenantId])
      await sql.unsafe(`insert into ${name} select * from json_populate_recordset(null::${name}, $1::text::json)`, [
        rows,
      ])
    }
  })
  for (const [person, { role, isActive }] of people) {
    await backend.sql`update directory.users set role = ${role}, is_active = ${isActive} where id = ${person.identity.id}`
    Object.assign(person, { role, isActive })
  }
  const now = new Date(backend.now())
  if (isAnnounced) await backend.database.upkeep(tenantId, (tx) => beginEpoch(tx, now))
}

export const stopRecovery = (backend: Backend, { tenantId }: Firm): Promise<unknown> =>
  backend.database.upkeep(tenantId, (tx) => endRecovery(tx, new Date(backend.now())))
