// An unproven account loses its e-mail to a person who proves the mailbox; an operator can free any.
import type { Statements } from '#server/db/connect/directory.ts'
import type { RecordAction } from '#server/records/write/directory-actions.ts'

interface Owner {
  readonly id: string
  readonly tenantId: string
  readonly isProven: boolean
}

interface FreedAccount {
  readonly email: string
  readonly by: 'invitation' | 'operator'
  readonly tenantId?: string
  readonly now: Date
}

/** Returns the deactivated account's firm; undefined if there is none, or if an invitation meets a proven account. */
export async function freeEmail(
  sql: Statements,
  recordAction: RecordAction,
  { email, by, tenantId, now }: FreedAccount,
): Promise<string | undefined> {
  const [found] = await sql<Owner[]>`select tenant_id as "tenantId" from directory.users where email = ${email}`
  if (!found) return undefined
  // The same lock as in user-admin-lock.ts.
  await sql`select id from directory.tenants where id = ${found.tenantId} for no key update`
  const [owner] = await sql<Owner[]>`
    select id, tenant_id as "tenantId", is_proven as "isProven" from directory.users
    where email = ${email} and tenant_id = ${found.tenantId} for update`
  if (!owner) return undefined
  if (by === 'invitation' && (owner.isProven || owner.tenantId === tenantId)) return undefined
  const at = now.toISOString()
  await sql`
    update directory.users set email = ${`${owner.id}@freed.invalid`}, is_active = false, password_hash = null,
      provider_hash = null, reset_hash = null, updated_at = ${at}
    where id = ${owner.id}`
  await sql`
    update directory.sessions set ended_as = 'deactivated', ended_at = ${at}
    where user_id = ${owner.id} and ended_as is null`
  const action = { entity: 'users', verb: 'freeEmail', entityId: owner.id, details: { before: { email }, by } } as const
  await recordAction({ kind: 'system', tenantId: owner.tenantId }, action, owner.id)
  return owner.tenantId
}
