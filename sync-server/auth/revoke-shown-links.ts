// An administrator who loses the role must not use the links that they have seen.
import type { Statements } from '#server/db/connect/directory.ts'
import type { Actor } from '#server/records/actor.ts'
import type { RecordAction } from '#server/records/write/directory-actions.ts'

/** Ends all open reset links of the firm, because their makers are not recorded. */
export async function revokeShownLinks(
  sql: Statements,
  recordAction: RecordAction,
  actor: Actor,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  at: string,
): Promise<number> {
  const ended = await sql<{ id: string }[]>`
    update directory.user_invitations set status = 'REVOKED', updated_at = ${at}
    where tenant_id = ${tenantId} and invited_by = ${userId} and status = 'PENDING' and expires_at > ${at} returning id`
  const details = { before: { status: 'PENDING' }, after: { status: 'REVOKED' } }
  for (const { id } of ended)
    await recordAction(actor, { entity: 'userInvitations', verb: 'revoke', entityId: id, details })
  const resets = await sql`
    update directory.users set reset_hash = null
    where tenant_id = ${tenantId} and reset_hash is not null and reset_expires_at > ${at}`
  return resets.count
}
