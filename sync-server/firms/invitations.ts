// An invitation is the only way into a firm: a one-time link, valid for a week. The table keeps the token's SHA-256.
import { createHash, randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Role } from '#schema/enumerations.ts'
import { hashPassword } from '../auth/passwords.ts'
import type { Database } from '../db/database.ts'
import { beginScopes } from './begin-scopes.ts'

const validMs = 7 * 86_400_000
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export interface Invitation {
  readonly id: string
  readonly tenantId: string
  readonly tenantName: string
  readonly email: string
  readonly role: Role
  readonly invitedBy: string | null
}

/** Returns the token for the link, which is shown once and stored nowhere. */
export async function invite(
  { directory }: Database,
  { tenantId, email, role, invitedBy }: { tenantId: string; email: string; role: Role; invitedBy: string | null },
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = now.toISOString()
  const expires = new Date(now.getTime() + validMs).toISOString()
  await directory`
    insert into directory.user_invitations (id, tenant_id, email, role, invited_by, token, expires_at, created_at, updated_at)
    values (${uuidv7()}, ${tenantId}, ${email.toLowerCase()}, ${role}, ${invitedBy}, ${hashOf(token)}, ${expires}, ${at}, ${at})`
  return token
}

export async function findInvitation(
  { directory }: Database,
  token: string,
  now: Date,
): Promise<Invitation | undefined> {
  const [found] = await directory<Invitation[]>`
    select i.id, i.tenant_id as "tenantId", t.name as "tenantName", i.email, i.role, i.invited_by as "invitedBy"
    from directory.user_invitations i join directory.tenants t on t.id = i.tenant_id
    where i.token = ${hashOf(token)} and i.status = 'PENDING' and i.expires_at > ${now.toISOString()}`
  return found
}

export interface NewPerson {
  readonly firstName: string
  readonly lastName: string
  readonly password: string
}

/**
 * Creates the user of an invitation; undefined when the link was used meanwhile or the e-mail already belongs to an
 * account.
 */
export async function acceptInvitation(
  database: Database,
  invitation: Invitation,
  person: NewPerson,
  now: Date,
): Promise<string | undefined> {
  const id = uuidv7()
  const at = now.toISOString()
  const passwordHash = await hashPassword(person.password)
  await beginScopes(database, invitation.tenantId, [id])
  return database.directory.begin(async (sql) => {
    const used = await sql`
      update directory.user_invitations set status = 'ACCEPTED', accepted_at = ${at}, updated_at = ${at}
      where id = ${invitation.id} and status = 'PENDING'
        and not exists (select from directory.users where email = ${invitation.email})`
    if (used.count === 0) return undefined
    await sql`
      insert into directory.users (id, tenant_id, email, first_name, last_name, role, invited_by, password_hash, created_at, updated_at)
      values (${id}, ${invitation.tenantId}, ${invitation.email}, ${person.firstName}, ${person.lastName}, ${invitation.role}, ${invitation.invitedBy}, ${passwordHash}, ${at}, ${at})`
    return id
  })
}
