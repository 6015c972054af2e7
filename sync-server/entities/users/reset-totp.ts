import { users } from '#schema/entities/users/entity.ts'
import { notifyOfAccount } from '#server/auth/notify-of-account.ts'
import { withUserAdminLock } from '#server/auth/user-admin-lock.ts'
import { removeTotp } from '#server/auth/second-factor.ts'
import type { Session } from '#server/auth/sessions.ts'
import { asPerson } from '#server/records/actor.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { CodedError } from '#server/records/coded-error.ts'
import { findUser, type User } from './list-users.ts'

/** The password then signs in alone, or leads to a new setup. */
export async function resetTotp(deps: WriteDeps, session: Session, id: string): Promise<User> {
  const actor = asPerson(session.viewer)
  const { user, isRemoved } = await withUserAdminLock(
    deps,
    session,
    { may: 'update', entity: users },
    async (sql, recordAction) => {
      const { tenantId, userId } = session.viewer
      // Own accounts use /api/auth/totp/remove.
      if (id === userId) throw new CodedError('FORBIDDEN')
      if (!(await findUser(sql, tenantId, id))) throw new CodedError('NOT_FOUND')
      const isRemoved = await removeTotp(sql, recordAction, actor, id, deps.now())
      return { user: (await findUser(sql, tenantId, id))!, isRemoved }
    },
  )
  if (isRemoved) notifyOfAccount(deps, actor, id, 'SECOND_FACTOR_REMOVED')
  return user
}
