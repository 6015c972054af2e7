// Jobs must be idempotent: they run again if a server stopped before it recorded the end.
import type { Logger } from 'pino'
import type { Database } from '#server/db/connect/database.ts'
import type { Events } from '#server/records/audit/events.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'

export interface JobDeps extends WriteDeps {
  readonly log: Pick<Logger, 'warn'>
  /** Not for frequent or user-triggered jobs. */
  readonly events: Pick<Events, 'write'>
}

export interface Job {
  readonly tenantId: string
  readonly kind: string
  /** Empty for the recurring job of its kind. */
  readonly key: string
  /** Set when queued, or by the last run. */
  readonly payload: unknown
  readonly doneAt: string | null
}

export interface JobResult {
  /** Work is left, so the next run is due immediately. */
  readonly hasMore?: boolean
  /** It wrote or removed something. Other runs are not audited unless they fail. */
  readonly hasChanged?: boolean
  /** A job queued meanwhile keeps its own time. */
  readonly at?: Date
  readonly payload?: unknown
}

export interface JobKind {
  /** A few seconds at most; longer work is split. */
  readonly run: (deps: JobDeps, job: Job) => Promise<JobResult | void>
  /** Its runs would flood the audit trail. */
  readonly isUnaudited?: true
  /** A recurring job, one for each firm, runs at this interval; a queued job has none. */
  readonly everyMs?: number
  /** Finds the firms that need a run, once a minute, in one query for all firms. */
  readonly findFirms?: (database: Database) => Promise<readonly string[]>
}

export type JobsByKind = Readonly<Record<string, JobKind>>
