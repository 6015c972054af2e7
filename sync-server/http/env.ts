import type { SessionEnd } from '#schema/sync/protocol.ts'
import type { Session, Withdrawn } from '#server/auth/sessions.ts'

export interface Env {
  readonly Variables: {
    session: Session | null
    /** The reason why the session that the cookie names is over. */
    ended: SessionEnd | null
    /** Set when the device of that session has to hand in its changes. */
    withdrawn: Withdrawn | null
  }
}
