import type { SessionEnd } from '#schema/protocol.ts'
import type { Session } from '../auth/sessions.ts'

/** What middleware attaches to a request. */
export interface Env {
  readonly Variables: {
    session: Session | null
    /** The reason why the session that the cookie names is over. */
    ended: SessionEnd | null
  }
}
