// Every node has a worker; the table holds the claims.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { TenantTx } from '#server/db/connect/database.ts'
import { createSemaphore } from '#server/db/connect/semaphore.ts'
import { isSuspended } from '#server/db/is-suspended.ts'
import type { OnJobRun } from '#server/monitoring/observers.ts'
import { type Pause, pauseByClock, endsWithin } from '#server/records/ends-within.ts'
import type { JobDeps, JobsByKind } from './job.ts'
import { claimDueJob, type ClaimedJob, findDueFirms, finish, queueIfIdle, reschedule } from './queue.ts'
import { ensureSchedule, findUnscheduled } from './schedule.ts'

const everyMs = 60_000
const hour = 60 * everyMs
const checkFailed = 'the check for due jobs failed'

export interface WorkerDeps extends JobDeps {
  readonly jobs: JobsByKind
  /** More than one for jobs that wait for other systems. */
  readonly concurrency?: number
  readonly onRun?: OnJobRun | undefined
}

export interface Worker {
  checkAllFirms(): Promise<void>
  checkFirm(tenantId: string): Promise<void>
  start(pause?: Pause): void
  /** Waits at most this long for the running job; another node resumes it. */
  stop(limitMs?: number): Promise<void>
}

export function createWorker(deps: WorkerDeps): Worker {
  const { database, jobs, concurrency = 1, log, now } = deps
  const semaphore = createSemaphore(concurrency, Infinity)
  const stopping = new AbortController()
  const { signal } = stopping
  let ended: Promise<unknown> = Promise.resolve()
  let scheduledAt = -Infinity

  async function look(): Promise<void> {
    if (Math.abs(now().getTime() - scheduledAt) >= hour) {
      scheduledAt = now().getTime()
      await inFirms(await findUnscheduled(database.directory, jobs, now()), schedule)
    }
    for (const [kind, { findFirms }] of Object.entries(jobs))
      if (findFirms) await inFirms(await findFirms(database), (tx) => queueIfIdle(tx, kind, now()))
    const firms = (await findDueFirms(database.directory, jobs, now())).values()
    const runNext = async (): Promise<void> => {
      for (const id of firms) await logged(id, runDue(id, concurrency - 1))
    }
    await Promise.all(Array.from({ length: concurrency }, runNext))
  }

  async function inFirms(ids: readonly string[], work: (tx: TenantTx) => Promise<unknown>): Promise<void> {
    for (const id of ids) if (!signal.aborted) await logged(id, database.tenant(id, work))
  }

  const schedule = (tx: TenantTx): Promise<void> => ensureSchedule(tx, jobs, now())

  const logged = (tenantId: string, work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => log.warn({ err: error, tenantId }, checkFailed))

  async function lookAt(tenantId: string): Promise<void> {
    if (signal.aborted) return
    await database.tenant(tenantId, schedule)
    await runDue(tenantId, concurrency - 1)
  }

  /** Each found job starts another parallel search. */
  async function runDue(tenantId: string, others: number): Promise<void> {
    const looked = Promise.withResolvers<boolean>()
    const runOwn = async (): Promise<void> => {
      while (await semaphore.run(() => runNext(tenantId, () => looked.resolve(others > 0))));
    }
    const inParallel = async (): Promise<void> => {
      if (await looked.promise) await runDue(tenantId, others - 1)
    }
    await Promise.all([runOwn().finally(() => looked.resolve(false)), inParallel()])
  }

  async function runNext(tenantId: string, found: () => void): Promise<boolean> {
    const claimed = signal.aborted ? undefined : await database.tenant(tenantId, (tx) => claimDueJob(tx, jobs, now()))
    if (!claimed) return false
    found()
    await run(claimed)
    return true
  }

  async function run(claimed: ClaimedJob): Promise<void> {
    const { tenantId, kind, key } = claimed
    const began = performance.now()
    const report = (outcome: 'done' | 'failed') => deps.onRun?.(kind, outcome, (performance.now() - began) / 1_000)
    try {
      const { run: work, everyMs: interval, isUnaudited } = jobs[kind]!
      const { hasMore = false, hasChanged = false, at, payload = claimed.payload } = (await work(deps, claimed)) ?? {}
      const next = hasMore ? now() : at ? at : interval ? new Date(now().getTime() + interval) : null
      await database.tenant(tenantId, (tx) => finish(tx, claimed, payload, next, now()))
      report('done')
      if (hasChanged && !isUnaudited) await audit(claimed, 'done')
    } catch (error) {
      report('failed')
      if (!jobs[kind]!.isUnaudited) await audit(claimed, 'failed')
      log.warn({ err: error, tenantId, kind, key, attempts: claimed.attempts }, 'a job failed')
      await database.tenant(tenantId, (tx) => reschedule(tx, claimed, error, now()))
    }
  }

  /** An audit failure does not fail the job. */
  async function audit({ tenantId, kind, key, attempts }: ClaimedJob, outcome: 'done' | 'failed'): Promise<void> {
    const details = { actor: { kind: 'job', job: kind }, ...(key && { key }), attempts }
    const event = { action: 'jobs.run', outcome, entityType: 'jobs', entityId: null, userId: null, details } as const
    await deps.events
      .write(tenantId, event)
      .catch((error: unknown) => log.warn({ err: error, tenantId, kind }, 'the run of a job was not audited'))
  }

  async function loop(pause: Pause): Promise<void> {
    while (!signal.aborted) {
      await look().catch((error: unknown) => log.warn({ err: error }, checkFailed))
      if (!signal.aborted) await pause(everyMs, signal).catch(() => {})
    }
  }

  return {
    checkAllFirms: look,
    // Outside of the request that queued it: the log lines of other people's jobs must not carry its id.
    checkFirm: AsyncLocalStorage.bind(async (tenantId: string) => {
      if (!(await isSuspended(database, tenantId))) await lookAt(tenantId)
    }),
    start: (pause = pauseByClock) => void (ended = loop(pause)),
    async stop(limitMs) {
      stopping.abort()
      if (limitMs === undefined) await ended
      else if (!(await endsWithin(ended, limitMs))) log.warn('a job had not ended when the server stopped')
    },
  }
}
