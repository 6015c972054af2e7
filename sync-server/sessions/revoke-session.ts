import type { Session } from '../auth/sessions.ts'
import { asPerson } from '../records/actor.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import { VerbRefused } from '../records/verb-refused.ts'
import { changeDirectory } from '../records/directory-acts.ts'
import { findSignIn, type SignIn } from './list-sessions.ts'

/**
 * Ends a session for good. Its device learns why at its next contact, for 90 days. Changes nothing when it is over
 * already. Returns the session, and its `sid` when it has just ended.
 */
export const revokeSession = (
  deps: WriteDeps,
  session: Session,
  id: string,
): Promise<{ readonly revoked: SignIn; readonly sid?: string }> =>
  changeDirectory(deps, async (sql, note) => {
    const now = deps.now()
    const find = () => findSignIn(sql, session, now, id)
    if (!(await find())) throw new VerbRefused('NOT_FOUND')
    const [ended] = await sql<{ sid: string; userId: string; device: string | null }[]>`
      update directory.sessions set ended_as = 'revoked', is_withdrawn = true, ended_at = ${now.toISOString()}
      where id = ${id} and ended_as is null returning sid, user_id as "userId", device`
    const revoked = (await find())!
    if (!ended) return { revoked }
    const { sid, userId, device } = ended
    const act = { entity: 'sessions', verb: 'revoke', entityId: id, details: { userId, device } } as const
    await note(asPerson(session.viewer), act)
    return { revoked, sid }
  })
