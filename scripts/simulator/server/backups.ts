// Backups of one firm, and the restore of an older one: all data of the firm returns to its state at that time; its
// people and their sessions stay.
import { beginEpoch, endRecovery } from '#server/db/connect/epochs.ts'
import { tenantTables } from '#server/db/tables/isolation.ts'
import type { Role } from '#schema/kernel/enumerations.ts'
import type { Backend } from './backend.ts'
import type { Firm, Person } from './firm.ts'

export interface Backup {
  /** The rows of each table as JSON. */
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

/** `isTold`: an administrator says that a new history begins; otherwise only the marks reveal it. */
export async function restore(
  backend: Backend,
  { tenantId }: Firm,
  { tables, people }: Backup,
  isTold: boolean,
): Promise<void> {
  await backend.sql.begin(async (sql) => {
    // The references are valid again once everything is restored.
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
  if (isTold) await backend.database.upkeep(tenantId, (tx) => beginEpoch(tx, now))
}

/** An administrator ends the recovery. */
export const stopRecovery = (backend: Backend, { tenantId }: Firm): Promise<unknown> =>
  backend.database.upkeep(tenantId, (tx) => endRecovery(tx, new Date(backend.now())))
