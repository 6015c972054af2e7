// A new role or deactivation ends switched roles, is sent to open streams immediately, and revokes links that the person could see.
import { users } from '#schema/entities/users/entity.ts'
import { isDemoAccount, type SharedAccounts } from '#server/auth/demo-account.ts'
import { requireAllowedDomain } from '#server/auth/allowed-domains.ts'
import { revokeShownLinks } from '#server/auth/revoke-shown-links.ts'
import { withUserAdminLock } from '#server/auth/user-admin-lock.ts'
import type { Session } from '#server/auth/sessions.ts'
import type { Statements } from '#server/db/connect/directory.ts'
import { asPerson } from '#server/records/actor.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { CodedError } from '#server/records/coded-error.ts'
import { findUser, type User } from './list-users.ts'

export type UserChanges = Partial<Pick<User, 'firstName' | 'lastName' | 'preferredLanguage' | 'role' | 'isActive'>>

export async function changeUser(
  deps: WriteDeps & { readonly demo: SharedAccounts },
  session: Session,
  id: string,
  changes: UserChanges,
  requireMatch: (now: User) => void,
): Promise<User> {
  const { viewer } = session
  return withUserAdminLock(deps, session, { may: 'update', entity: users }, async (sql, recordAction) => {
    const user = await findUser(sql, viewer.tenantId, id)
    if (!user) throw new CodedError('NOT_FOUND')
    requireMatch(user)
    const names = (Object.keys(changes) as (keyof UserChanges)[]).filter((name) => changes[name] !== user[name])
    if (!names.length) return user
    if (isDemoAccount(deps.demo, user.email)) throw new CodedError('DEMO')
    const changed: User = { ...user, ...changes, updatedAt: deps.now().toISOString() }
    const isLosingAdmin = isActiveAdmin(user) && !isActiveAdmin(changed)
    if (isLosingAdmin) await requireOtherAdmin(sql, user, viewer.tenantId)
    if (changed.role !== user.role) await requireAllowedDomain(sql, viewer.tenantId, changed)
    const by = asPerson(viewer)
    // Accepting an invitation locks in this order.
    const endedResets = isLosingAdmin
      ? await revokeShownLinks(sql, recordAction, by, { tenantId: viewer.tenantId, userId: id }, changed.updatedAt)
      : 0
    await sql`
      update directory.users set first_name = ${changed.firstName}, last_name = ${changed.lastName},
        preferred_language = ${changed.preferredLanguage}, role = ${changed.role}, is_active = ${changed.isActive}, updated_at = ${changed.updatedAt}
      where id = ${id}`
    if (user.isActive && !changed.isActive)
      await sql`
        update directory.sessions set ended_as = 'deactivated', ended_at = ${changed.updatedAt}
        where user_id = ${id} and ended_as is null`
    const changedFields = (user: User) => Object.fromEntries(names.map((name) => [name, user[name]]))
    const details = {
      before: changedFields(user),
      after: changedFields(changed),
      ...(endedResets > 0 && { endedResets }),
    }
    const action = { entity: 'users', verb: 'update', entityId: id, details } as const
    await recordAction(by, action, id)
    return changed
  })
}

const isActiveAdmin = ({ role, isActive }: User): boolean => role === 'ADMIN' && isActive

async function requireOtherAdmin(sql: Statements, { id }: User, tenantId: string): Promise<void> {
  const [other] = await sql`
    select id from directory.users where tenant_id = ${tenantId} and role = 'ADMIN' and is_active and id <> ${id} limit 1`
  if (!other) throw new CodedError('LAST_ADMIN')
}
