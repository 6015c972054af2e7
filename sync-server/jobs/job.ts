// What is to be done later, with nobody there to ask for it. A job may run twice: a server that stops in the middle is not
// known to have finished, so what a job does a second time must change nothing.
import type { WriteDeps } from '../records/deps.ts'

export interface Job {
  readonly tenantId: string
  readonly kind: string
  /** Tells it from other jobs of its kind; '' of the one that comes back by itself. */
  readonly key: string
  /** What was given when it was queued, or by the run before. */
  readonly payload: unknown
  /** When its last run ended well; null where none has. */
  readonly doneAt: string | null
}

export interface Ended {
  /** This was a part of it, and the next one is due at once. */
  readonly more?: boolean
  /** For the next run. */
  readonly payload?: unknown
}

export interface JobKind {
  /** Takes a few seconds at most; what needs longer is done in parts. */
  readonly run: (deps: WriteDeps, job: Job) => Promise<Ended | void>
  /** Every firm has one of these, which runs this often. */
  readonly everyMs?: number
}

export type JobsByKind = Readonly<Record<string, JobKind>>
