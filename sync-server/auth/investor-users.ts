import type { Role } from '#schema/kernel/enumerations.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Database } from '#server/db/connect/database.ts'

interface Person {
  readonly id: string
  readonly tenantId: string
  readonly role: Role
}

export async function linkedInvestors(database: Database, { id, tenantId, role }: Person): Promise<string[]> {
  if (role !== 'INVESTOR') return []
  const rows = await database.tenant(tenantId, (tx) =>
    tx.query<{ id: string }>(
      `select l.investor_id as id from investor_users l join investors i on i.tenant_id = l.tenant_id and i.id = l.investor_id
where l.tenant_id = $1 and l.user_id = $2 and l.deleted_at is null and i.deleted_at is null order by 1`,
      [tenantId, id],
    ),
  )
  return rows.map((row) => row.id)
}

export async function viewerOfPerson(database: Database, tenantId: string, userId: string): Promise<Viewer> {
  const [person] = await database.directory<{ role: Role }[]>`
    select role from directory.users where id = ${userId} and tenant_id = ${tenantId}`
  const { role } = person!
  return { tenantId, userId, role, investorIds: await linkedInvestors(database, { id: userId, tenantId, role }) }
}
