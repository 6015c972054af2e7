// Resending an invitation replaces its link.
import type { RowOf } from '#schema/kernel/entity.ts'
import { registry } from '#schema/registry.ts'
import { userInvitations } from '#schema/entities/user-invitations/entity.ts'
import { requireAllowedDomain } from '#server/auth/allowed-domains.ts'
import { withUserAdminLock } from '#server/auth/user-admin-lock.ts'
import type { Session } from '#server/auth/sessions.ts'
import { part as partOfStatement, type Statements } from '#server/db/connect/directory.ts'
import { asPerson } from '#server/records/actor.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import type { RecordAction } from '#server/records/write/directory-actions.ts'
import { findInList, listPart } from '#server/records/read/directory-lists.ts'
import { type ListPart, readRow } from '#server/records/read/read.ts'
import { CodedError } from '#server/records/coded-error.ts'
import type { NewAction } from '#server/records/write/write-action.ts'
import { invite, type Invited, newToken } from './invitations.ts'

export type InvitationRow = Omit<RowOf<typeof userInvitations>, 'token' | 'provingToken' | 'number' | 'createdBy'>

export interface InvitationWithToken {
  readonly row: InvitationRow
  readonly token: string
}

const invitationsOf = (tenantId: string, now: Date) => partOfStatement`
  select id, email, role, invited_by as "invitedBy", message, investor_id as "investorId",
    case when status = 'PENDING' and expires_at <= ${now.toISOString()}::timestamptz then 'EXPIRED' else status end as status,
    expires_at as "expiresAt", accepted_at as "acceptedAt", created_at as "createdAt", updated_at as "updatedAt"
  from directory.user_invitations where tenant_id = ${tenantId}`

export const listInvitations = (
  sql: Statements,
  tenantId: string,
  now: Date,
  part?: ListPart,
): Promise<readonly InvitationRow[]> => listPart(sql, invitationsOf(tenantId, now), part)

async function requireInvitation(sql: Statements, { viewer }: Session, id: string, now: Date): Promise<InvitationRow> {
  const row = await findInList<InvitationRow>(sql, invitationsOf(viewer.tenantId, now), id)
  if (!row) throw new CodedError('NOT_FOUND')
  return row
}

const audit = (recordAction: RecordAction, { viewer }: Session, action: Omit<NewAction, 'entity'>) =>
  recordAction(asPerson(viewer), { entity: 'userInvitations', ...action })

export async function createInvitation(
  deps: WriteDeps,
  session: Session,
  invited: Pick<Invited, 'email' | 'role' | 'message' | 'investorId' | 'isProving'>,
): Promise<InvitationWithToken> {
  const { viewer } = session
  const { tenantId, userId } = viewer
  await requireRecord(deps, session, invited.investorId)
  return withUserAdminLock(deps, session, { may: 'create', entity: userInvitations }, async (sql, recordAction) => {
    const now = deps.now()
    const email = invited.email.toLowerCase()
    await requireAllowedDomain(sql, tenantId, { email, role: invited.role })
    await requireNewEmail(sql, tenantId, email, now)
    const { id, token } = await invite(sql, { ...invited, tenantId, email, invitedBy: userId }, now)
    const row = await requireInvitation(sql, session, id, now)
    const { role, investorId, message } = row
    await audit(recordAction, session, {
      verb: 'create',
      entityId: id,
      details: { after: { email, role, investorId, message } },
    })
    return { row, token }
  })
}

async function requireRecord(
  { database }: WriteDeps,
  { viewer }: Session,
  investorId: string | null | undefined,
): Promise<void> {
  if (!investorId) return
  const found = await database.tenant(viewer.tenantId, (tx) => readRow(tx, registry.investors, viewer, investorId))
  if (!found) throw new CodedError('VALIDATION', { investorId: { key: 'missing' } })
}

/** Ignores other firms, so that inviting does not reveal their people. */
async function requireNewEmail(sql: Statements, tenantId: string, email: string, now: Date): Promise<void> {
  const [account] = await sql`select id from directory.users where tenant_id = ${tenantId} and email = ${email}`
  if (account) throw new CodedError('DUPLICATE', { email: { key: 'account' } })
  const [open] = await sql`
    select id from directory.user_invitations
    where tenant_id = ${tenantId} and email = ${email} and status = 'PENDING' and expires_at > ${now.toISOString()}`
  if (open) throw new CodedError('DUPLICATE', { email: { key: 'invited' } })
}

export const resendInvitation = (
  deps: WriteDeps,
  session: Session,
  { id, isProving }: { readonly id: string; readonly isProving: boolean },
): Promise<InvitationWithToken> =>
  withUserAdminLock(deps, session, { may: 'resend', entity: userInvitations }, async (sql, recordAction) => {
    const now = deps.now()
    const before = await requireInvitation(sql, session, id, now)
    if (before.status !== 'PENDING' && before.status !== 'EXPIRED') throw new CodedError('CONFLICT')
    await requireAllowedDomain(sql, session.viewer.tenantId, before)
    const { token, hash, expiresAt } = newToken(now)
    // The acceptance notification goes to the person who saw the link, as long as they are an administrator.
    const sent = await sql`
      update directory.user_invitations set token = ${hash}, proving_token = ${isProving ? hash : null}, invited_by = ${session.viewer.userId},
        expires_at = ${expiresAt}, updated_at = ${now.toISOString()}
      where id = ${id} and status = 'PENDING'`
    if (sent.count === 0) throw new CodedError('CONFLICT')
    const details = { before: { expiresAt: before.expiresAt }, after: { expiresAt } }
    await audit(recordAction, session, { verb: 'resend', entityId: id, details })
    return { row: await requireInvitation(sql, session, id, now), token }
  })

export const revokeInvitation = (deps: WriteDeps, session: Session, id: string): Promise<InvitationRow> =>
  withUserAdminLock(deps, session, { may: 'revoke', entity: userInvitations }, async (sql, recordAction) => {
    const now = deps.now()
    const before = await requireInvitation(sql, session, id, now)
    if (before.status === 'REVOKED') return before
    const revoked = await sql`
      update directory.user_invitations set status = 'REVOKED', updated_at = ${now.toISOString()}
      where id = ${id} and status = 'PENDING'`
    if (revoked.count === 0) throw new CodedError('CONFLICT')
    const details = { before: { status: before.status }, after: { status: 'REVOKED' } }
    await audit(recordAction, session, { verb: 'revoke', entityId: id, details })
    return requireInvitation(sql, session, id, now)
  })
