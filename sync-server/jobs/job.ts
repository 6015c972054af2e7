// Background work. Jobs must be idempotent: a job runs again if a server stopped before noting that it had finished.
import type { Logger } from 'pino'
import type { Events } from '#server/records/audit/events.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'

export interface JobDeps extends WriteDeps {
  readonly log: Pick<Logger, 'warn'>
  /** Audits each run, except of frequent or user-triggered jobs. */
  readonly events: Pick<Events, 'write'>
}

export interface Job {
  readonly tenantId: string
  readonly kind: string
  /** Distinguishes jobs of one kind; '' for the repeating one. */
  readonly key: string
  /** Set when queued, or by the last run. */
  readonly payload: unknown
  readonly doneAt: string | null
}

export interface NextRun {
  /** More to do: the next run is due at once. */
  readonly more?: boolean
  /** When the next run is due; a job queued meanwhile keeps its own time. */
  readonly at?: Date
  /** For the next run. */
  readonly payload?: unknown
}

export interface JobKind {
  /** A few seconds at most; longer work is split. */
  readonly run: (deps: JobDeps, job: Job) => Promise<NextRun | void>
  /** For user-triggered jobs, which would flood the audit trail. */
  readonly isUnaudited?: true
  /** Set for a job that every firm has. */
  readonly everyMs?: number
}

export type JobsByKind = Readonly<Record<string, JobKind>>
