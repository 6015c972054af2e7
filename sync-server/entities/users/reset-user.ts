import { users } from '#schema/entities/users/entity.ts'
import { isDemoAccount, type SharedAccounts } from '#server/auth/demo-account.ts'
import { withUserAdminLock } from '#server/auth/user-admin-lock.ts'
import { releaseFromProvider } from '#server/auth/provider-identity.ts'
import { beginReset } from '#server/auth/reset-token.ts'
import type { Session } from '#server/auth/sessions.ts'
import { asPerson } from '#server/records/actor.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { CodedError } from '#server/records/coded-error.ts'
import { findUser } from './list-users.ts'

/** Creates a reset link; the password stays valid until it is used. Also releases the provider binding, because the link trusts the address anyway. */
export const resetUser = (
  deps: WriteDeps & { readonly demo: SharedAccounts },
  session: Session,
  { id, isMailed }: { readonly id: string; readonly isMailed: boolean },
): Promise<string> =>
  withUserAdminLock(deps, session, { may: 'reset', entity: users }, async (sql, recordAction) => {
    // A stolen administrator session must not set the administrator's own password.
    if (id === session.viewer.userId) throw new CodedError('FORBIDDEN')
    const user = await findUser(sql, session.viewer.tenantId, id)
    if (!user?.isActive) throw new CodedError('NOT_FOUND')
    if (isDemoAccount(deps.demo, user.email)) throw new CodedError('DEMO')
    const token = await beginReset(sql, id, deps.now(), { origin: 'administrator', isMailed })
    const details = (await releaseFromProvider(sql, id)) ? { secrets: ['providerHash'] } : {}
    await recordAction(asPerson(session.viewer), { entity: 'users', verb: 'reset', entityId: id, details })
    return token
  })
