// One-time links, valid for a week, and the only way into a firm. Only the SHA-256 is stored.
import { randomBytes } from 'node:crypto'
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid'
import type { Role } from '#schema/kernel/enumerations.ts'
import { hasAllowedDomain } from '#server/auth/allowed-domains.ts'
import { endPushSubscriptions } from '#server/auth/end-push-subscriptions.ts'
import { freeEmail } from '#server/auth/free-email.ts'
import { tokenHash } from '#server/auth/token-hash.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Database } from '#server/db/connect/database.ts'
import type { Statements } from '#server/db/connect/directory.ts'
import { validMs } from '#server/db/connect/time-limits.ts'
import { asPerson } from '#server/records/actor.ts'
import { changeDirectory } from '#server/records/write/directory-actions.ts'
import type { PendingNotification, WriteDeps } from '#server/records/rows/entity-rules.ts'
import { CodedError } from '#server/records/coded-error.ts'
import { beginScopes } from './begin-scopes.ts'

/** Shown once and never stored. */
export function newToken(now: Date) {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: tokenHash(token), expiresAt: new Date(now.getTime() + validMs.invitation).toISOString() }
}

export interface Invitation {
  readonly id: string
  readonly tenantId: string
  readonly tenantName: string
  readonly email: string
  readonly role: Role
  readonly invitedBy: string | null
  readonly message: string | null
  readonly investorId: string | null
  readonly tokenHash: string
  /** A link that was shown to nobody else proves the mailbox. */
  readonly isProving: boolean
}

export interface Invited extends Pick<Invitation, 'tenantId' | 'email' | 'role' | 'invitedBy'> {
  readonly message?: string | null
  readonly investorId?: string | null
  readonly isProving?: boolean
}

export async function invite(
  sql: Statements,
  { tenantId, email, role, invitedBy, message = null, investorId = null, isProving = false }: Invited,
  now: Date,
): Promise<{ readonly id: string; readonly token: string }> {
  const { token, hash, expiresAt } = newToken(now)
  const [id, at] = [uuidv7(), now.toISOString()]
  await sql`
    insert into directory.user_invitations (id, tenant_id, email, role, invited_by, message, investor_id, token, proving_token, expires_at, created_at, updated_at)
    values (${id}, ${tenantId}, ${email.toLowerCase()}, ${role}, ${invitedBy}, ${message}, ${investorId}, ${hash}, ${isProving ? hash : null}, ${expiresAt}, ${at}, ${at})`
  return { id, token }
}

export async function findInvitation(
  { directory }: Database,
  token: string,
  now: Date,
): Promise<Invitation | undefined> {
  const [found] = await directory<Invitation[]>`
    select i.id, i.tenant_id as "tenantId", t.name as "tenantName", i.email, i.role, i.invited_by as "invitedBy", i.message,
      i.investor_id as "investorId", i.token as "tokenHash", i.token is not distinct from i.proving_token as "isProving"
    from directory.user_invitations i join directory.tenants t on t.id = i.tenant_id
    where i.token = ${tokenHash(token)} and i.status = 'PENDING' and i.expires_at > ${now.toISOString()}`
  return found && (await hasAllowedDomain(directory, found.tenantId, found)) ? found : undefined
}

export interface NewPerson {
  readonly firstName: string
  readonly lastName: string
  /** The default for mails and notifications. */
  readonly language: string
  /** Null for a person proven by the firm's provider. */
  readonly password: string | null
}

export interface Accepting extends WriteDeps {
  readonly link: (tenantId: string, userId: string, investorId: string) => Promise<void>
  readonly unlink: (tenantId: string, userId: string, investorId: string) => Promise<void>
}

interface Accepted {
  readonly id: string
  readonly passwordHash: string
  readonly lastLogin: null
}

/** Undefined if the link is not valid or the firm no longer accepts the e-mail; `taken` if another account keeps it. */
export async function acceptInvitation(
  deps: Accepting,
  invitation: Invitation,
  person: NewPerson,
): Promise<Accepted | 'taken' | undefined> {
  const { id: invitationId, tenantId, email, role, invitedBy, investorId, tokenHash, isProving } = invitation
  const { database, now } = deps
  // Links of a failed attempt belong to the person whom the next one creates.
  const [id, at] = [uuidv5('user', invitationId), now().toISOString()]
  const passwordHash = person.password === null ? null : await hashPassword(person.password)
  await beginScopes(database, tenantId, [id])
  // Checked again after the slow password hash. First the address: a second press of the button takes it, too.
  const isTaken = await isEmailTaken(database, invitation)
  if (!(await isOpen(database, invitation))) return undefined
  if (isTaken) return 'taken'
  // Linked first, so that they never see an empty portfolio.
  if (investorId) await linkIfPresent(() => deps.link(tenantId, id, investorId))
  let former: string | undefined
  const accepted = await changeDirectory(deps, async (sql, recordAction) => {
    const open = await sql`
      select id from directory.user_invitations
      where id = ${invitationId} and status = 'PENDING' and token = ${tokenHash} for update`
    if (open.count === 0 || !(await hasAllowedDomain(sql, tenantId, { email, role }))) return undefined
    if (isProving) former = await freeEmail(sql, recordAction, { email, by: 'invitation', tenantId, now: now() })
    const created = await sql`
      insert into directory.users (id, tenant_id, email, is_proven, first_name, last_name, role, preferred_language, invited_by, password_hash, created_at, updated_at)
      values (${id}, ${tenantId}, ${email}, ${isProving}, ${person.firstName}, ${person.lastName}, ${role}, ${person.language}, ${invitedBy}, ${passwordHash}, ${at}, ${at})
      on conflict (email) do nothing`
    if (created.count === 0) return 'taken'
    await sql`
      update directory.user_invitations set status = 'ACCEPTED', accepted_at = ${at}, updated_at = ${at}
      where id = ${invitationId}`
    const actor = asPerson({ tenantId, userId: id, role, investorIds: [] })
    const set = passwordHash === null ? {} : { secrets: ['passwordHash'], way: 'invitation' }
    const details = { after: { userId: id, email, role }, ...set, ...(former && { freedEmail: true }) }
    await recordAction(actor, { entity: 'userInvitations', verb: 'accept', entityId: invitationId, details })
    return { id, passwordHash: passwordHash ?? '', lastLogin: null }
  })
  const isAccepted = accepted !== undefined && accepted !== 'taken'
  const endedSessionTenant = former
  if (endedSessionTenant) deps.backgroundTasks.begin(() => endPushSubscriptions(deps, endedSessionTenant))
  if (investorId && !isAccepted) await unlinkWithoutUser(deps, { id: invitationId, tenantId, investorId }, id)
  // A failed parallel attempt may have removed the link.
  if (investorId && isAccepted) await linkIfPresent(() => deps.link(tenantId, id, investorId))
  if (isAccepted && invitedBy) {
    const subject = { entity: 'users', id } as const
    const notification: PendingNotification = {
      to: { userId: invitedBy },
      kind: 'INVITATION_ACCEPTED',
      subject,
      url: '/settings/users',
    }
    const actor = asPerson({ tenantId, userId: id, role, investorIds: [] })
    deps.backgroundTasks.begin(async () => deps.notify?.(deps, actor, [notification]))
  }
  return accepted
}

interface Proven {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly language: string
}

/**
 * Accepts an invitation whose address the firm's provider has proven; undefined without one. The firm chose the provider, so other firms cannot rely
 * on this proof.
 */
export async function acceptProvenInvitation(
  deps: Accepting,
  tenantId: string,
  { email, firstName, lastName, language }: Proven,
): Promise<string | undefined> {
  const [invitation] = await deps.database.directory<Invitation[]>`
    select i.id, i.tenant_id as "tenantId", t.name as "tenantName", i.email, i.role, i.invited_by as "invitedBy", i.message,
      i.investor_id as "investorId", i.token as "tokenHash", false as "isProving"
    from directory.user_invitations i join directory.tenants t on t.id = i.tenant_id
    where i.tenant_id = ${tenantId} and i.email = ${email} and i.status = 'PENDING' and i.expires_at > ${deps.now().toISOString()}
    order by i.created_at desc limit 1`
  const accepted =
    invitation && (await acceptInvitation(deps, invitation, { firstName, lastName, language, password: null }))
  return accepted === 'taken' ? undefined : accepted?.id
}

/** Removes the link if nobody was created. Locks the invitation, so that nobody is created meanwhile; a later attempt links again. */
const unlinkWithoutUser = (
  { database, unlink }: Accepting,
  { id, tenantId, investorId }: { readonly id: string; readonly tenantId: string; readonly investorId: string },
  userId: string,
): Promise<void> =>
  database.directory.begin(async (sql) => {
    await sql`select id from directory.user_invitations where id = ${id} for update`
    const [person] = await sql`select id from directory.users where id = ${userId}`
    if (!person) await linkIfPresent(() => unlink(tenantId, userId, investorId))
  })

/** The record may have been deleted. */
const linkIfPresent = (link: () => Promise<void>): Promise<void> =>
  link().catch((error: unknown) => {
    if (!(error instanceof CodedError && error.code === 'NOT_FOUND')) throw error
  })

async function isOpen({ directory }: Database, { id, tokenHash }: Invitation): Promise<boolean> {
  const [open] = await directory`
    select id from directory.user_invitations where id = ${id} and status = 'PENDING' and token = ${tokenHash}`
  return open !== undefined
}

async function isEmailTaken({ directory }: Database, { email, tenantId, isProving }: Invitation): Promise<boolean> {
  const [account] = await directory`
    select id from directory.users
    where email = ${email} and (is_proven or tenant_id = ${tenantId} or not ${isProving}::boolean)`
  return account !== undefined
}
