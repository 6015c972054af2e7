import type { SessionEnd } from '#schema/protocol.ts'
import type { Session } from '../auth/sessions.ts'

/** What travels with a request through the app. */
export interface Env {
  readonly Variables: {
    session: Session | null
    /** Why the session that the cookie names is over. */
    ended: SessionEnd | null
  }
}
