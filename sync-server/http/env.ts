import type { Session } from '../auth/sessions.ts'

/** What travels with a request through the app. */
export interface Env {
  readonly Variables: { session: Session | null }
}
