import type { SessionEnd } from '#schema/sync/protocol.ts'
import type { Session, RevokedDevice } from '#server/auth/sessions.ts'

export interface Env {
  readonly Variables: {
    requestId: string
    session: Session | null
    ended: SessionEnd | null
    /** Its device has to hand in its changes. */
    revokedDevice: RevokedDevice | null
  }
}
