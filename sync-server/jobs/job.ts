// Work that the server does later, without a request. A job may run twice, because nobody knows whether a server that
// stopped in the middle had finished: the second run must change nothing.
import type { Logger } from 'pino'
import type { Events } from '#server/records/audit/events.ts'
import type { WriteDeps } from '#server/records/rows/noun-rules.ts'

export interface JobDeps extends WriteDeps {
  readonly log: Pick<Logger, 'warn'>
  /** Gets an entry of the audit trail for each run, except of jobs that run every hour or more often, or follow what people do. */
  readonly events: Pick<Events, 'write'>
}

export interface Job {
  readonly tenantId: string
  readonly kind: string
  /** Distinguishes jobs of one kind; '' for the job that repeats by itself. */
  readonly key: string
  /** Given when the job was queued, or by the run before. */
  readonly payload: unknown
  /** When its last successful run ended; null before the first. */
  readonly doneAt: string | null
}

export interface NextRun {
  /** Set when this run did only a part: the next run is due at once. */
  readonly more?: boolean
  /** Set when the next run is due at another time; a job that was queued meanwhile keeps its own. */
  readonly at?: Date
  /** The payload of the next run. */
  readonly payload?: unknown
}

export interface JobKind {
  /** Takes a few seconds at most; longer work is done in parts. */
  readonly run: (deps: JobDeps, job: Job) => Promise<NextRun | void>
  /** Set for work that follows what people do: its runs would drown the audit trail. */
  readonly isUnaudited?: true
  /** Set for a job that every firm has: how often it runs. */
  readonly everyMs?: number
}

export type JobsByKind = Readonly<Record<string, JobKind>>
