// Written by the database's owner, so that the schema may be an older one than this code's.
import { randomBytes } from 'node:crypto'
import type { ParameterOrJSON, Sql } from 'postgres'
import { v7 as uuidv7 } from 'uuid'
import type { Role } from '#schema/kernel/enumerations.ts'
import { sidOf } from '#server/auth/sessions.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { openTenant } from '#server/firms/create-firm.ts'
import type { TestPerson } from '#server/test/firm.ts'

const monthMs = 30 * 86_400_000

interface Seeded {
  readonly tenantId: string
  readonly people: readonly TestPerson[]
}

export async function seedFirm(
  owner: Sql,
  count: number,
  { role = 'ADMIN', passwordHash = null }: { readonly role?: Role; readonly passwordHash?: string | null } = {},
): Promise<Seeded> {
  const at = new Date()
  const upkeep = async <T>(tenantId: string, work: (tx: TenantTx) => Promise<T>): Promise<T> => {
    const result = await owner.begin(async (sql) => {
      await sql`select set_config('app.tenant_id', ${tenantId}, true)`
      return [
        await work({
          tenantId,
          query: async (text, params = []) => [
            ...(await sql.unsafe<never[]>(text, [...params] as ParameterOrJSON<never>[])),
          ],
        }),
      ]
    })
    return result[0] as T
  }
  const tenantId = await openTenant({ upkeep }, at)
  await owner`insert into directory.tenants (id, name, created_at) values (${tenantId}, ${`Firm ${tenantId}`}, ${at})`
  const people: TestPerson[] = []
  for (let i = 0; i < count; i++) people.push(await addPerson(owner, tenantId, role, passwordHash, at))
  return { tenantId, people }
}

async function addPerson(
  owner: Sql,
  tenantId: string,
  role: Role,
  passwordHash: string | null,
  at: Date,
): Promise<TestPerson> {
  const userId = uuidv7()
  const email = `${userId}@example.com`
  const stamps = { tenant_id: tenantId, created_at: at, updated_at: at }
  await owner`insert into directory.users ${owner({ ...stamps, id: userId, email, role, password_hash: passwordHash })}`
  const secret = randomBytes(32).toString('base64url')
  const session = { id: uuidv7(), sid: sidOf(secret), user_id: userId, sess: '{}' }
  const times = { expire: new Date(at.getTime() + monthMs), last_used: at }
  await owner`insert into directory.sessions ${owner({ ...stamps, ...session, ...times })}`
  return { userId, tenantId, role, email, cookie: `holdfast=${secret}` }
}
