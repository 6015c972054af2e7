import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import type { Role } from '#schema/kernel/enumerations.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Database } from '#server/db/connect/database.ts'
import { beginFirstEpoch } from '#server/db/connect/epochs.ts'
import { insertCheckpointHashesSql, nextCheckpointHash } from '#server/db/checkpoint-hashes.ts'
import { firstAuditHash } from '#server/records/audit/audit-chain.ts'
import { beginScopes } from './begin-scopes.ts'

export interface NewUser {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly firstName: string
  readonly lastName: string
  readonly password: string
}

/** Rows can be written before anybody can sign in. */
export async function openTenant(database: Pick<Database, 'upkeep'>, now = new Date()): Promise<string> {
  const tenantId = uuidv7()
  const markKey = uuidv4()
  const mark = nextCheckpointHash(markKey, '', { number: 0, at: now.getTime(), hash: '' })
  await database.upkeep(tenantId, async (tx) => {
    await tx.query('insert into tenant_numbers (tenant_id, n, audit_hash, mark, mark_key) values ($1, 0, $2, $3, $4)', [
      tenantId,
      firstAuditHash,
      mark,
      markKey,
    ])
    await tx.query(insertCheckpointHashesSql, [tenantId, -1, [mark]])
    await beginFirstEpoch(tx, now)
  })
  return tenantId
}

export async function createFirm(
  database: Database,
  tenantId: string,
  name: string,
  users: readonly NewUser[],
  now: Date,
  { isDemo = false } = {},
): Promise<void> {
  const at = now.toISOString()
  const rows = await Promise.all(
    users.map(async ({ id, email, role, firstName, lastName, password }) => ({
      id,
      tenant_id: tenantId,
      email: email.toLowerCase(),
      first_name: firstName,
      last_name: lastName,
      role,
      preferred_language: null,
      password_hash: await hashPassword(password),
      created_at: at,
      updated_at: at,
    })),
  )
  await beginScopes(
    database,
    tenantId,
    users.map(({ id }) => id),
  )
  await database.directory.begin(async (sql) => {
    await sql`insert into directory.tenants (id, name, created_at, is_demo) values (${tenantId}, ${name}, ${at}, ${isDemo})`
    if (rows.length) await sql`insert into directory.users ${sql(rows)}`
  })
}
