import { type Session, sessionLimits } from '#server/auth/sessions.ts'
import { asPerson } from '#server/records/actor.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { CodedError } from '#server/records/coded-error.ts'
import { changeDirectory } from '#server/records/write/directory-actions.ts'
import { findSignIn, type SignIn } from './list-sessions.ts'

/**
 * An administrator also revokes the device (HELD1), even long after the session ended. Idempotent; `sid` is set when
 * something changed.
 */
export const revokeSession = (
  deps: WriteDeps,
  session: Session,
  id: string,
): Promise<{ readonly revoked: SignIn; readonly sid?: string }> =>
  changeDirectory(deps, async (sql, recordAction) => {
    const now = deps.now()
    const find = () => findSignIn(sql, session, sessionLimits(deps.database, now), id)
    if (!(await find())) throw new CodedError('NOT_FOUND')
    const isWithdrawing = session.viewer.role === 'ADMIN'
    const [ended] = await sql<{ sid: string; userId: string; device: string | null }[]>`
      update directory.sessions set ended_as = coalesce(ended_as, 'revoked'), ended_at = ${now.toISOString()},
        is_withdrawn = ${isWithdrawing}
      where id = ${id} and not is_withdrawn and (ended_as is null or ${isWithdrawing})
      returning sid, user_id as "userId", device`
    const revoked = (await find())!
    if (!ended) return { revoked }
    const { sid, userId, device } = ended
    const action = {
      entity: 'sessions',
      verb: 'revoke',
      entityId: id,
      details: { userId, device, withdraws: isWithdrawing },
    } as const
    await recordAction(asPerson(session.viewer), action)
    return { revoked, sid }
  })
