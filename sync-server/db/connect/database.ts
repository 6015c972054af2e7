// Tenants' rows go through `tenant`, which sets the tenant first.
import type { ParameterOrJSON } from 'postgres'
import { isUuid } from '#schema/sync/protocol.ts'
import { type Connections, openConnections, type TraceStatement } from './connections.ts'
import { type Directory, directoryOver } from './directory.ts'
import { createCheckpoints, type Checkpoints } from './checkpoints.ts'
import { type Clock, openClock } from './clock.ts'
import { detectMove } from './epochs.ts'
import { createSemaphoreByKey, type Load } from './semaphore.ts'
import { createReadiness } from './readiness.ts'
import { appRole, directoryRole, roleUrl, upkeepRole } from './roles.ts'
import type { TenantTx } from './tenant-tx.ts'

export type { TenantTx }

type InTenant = <T>(tenantId: string, work: (tx: TenantTx) => Promise<T>) => Promise<T>

export interface Database {
  readonly clock: Clock
  readonly checkpoints: Checkpoints
  checkForMove(): Promise<void>
  readonly directory: Directory
  readonly tenant: InTenant
  /** Read-only, in one snapshot. */
  readonly snapshot: InTenant
  /** Limits the connections that a firm's writes hold while they wait for its lock, so that reads continue. */
  writing<T>(tenantId: string, work: () => Promise<T>): Promise<T>
  /** May begin epochs and delete expired rows (isolation.ts). */
  readonly upkeep: InTenant
  isReady(): Promise<boolean>
  readonly connections: number
  pools(): Readonly<Record<string, Load>>
  listen: Connections['listen']
  notify(channel: string, payload: string): Promise<void>
  close(): Promise<void>
}

/** In ms, before a request gets 503. */
const defaultTimeouts = { lock: 3_000, statement: 5_000, connection: 5_000, silence: 10_000 }

/** Keeps connections free for other firms. */
const maxPerFirm = 3
const maxWritingPerFirm = 2

/** More than a node's jobs use, because a write may wait for one under its firm's lock. */
const upkeepConnections = 3

const retryable = new Set(['40001', '40P01'])

export const wireTypes = {
  number: { to: 20, from: [20], serialize: String, parse: Number },
  moment: { to: 1184, from: [1184], serialize: String, parse: (text: string) => new Date(text).toISOString() },
}

export async function openDatabase(
  ownerUrl: string,
  connections = 10,
  givenClock?: () => Date,
  timeouts = defaultTimeouts,
  trace?: TraceStatement,
): Promise<Database> {
  const options = {
    types: wireTypes,
    onnotice: () => {},
    // In seconds, for the listening connection only.
    backoff: () => 0.1,
    connect_timeout: 5,
    connection: {
      application_name: 'holdfast',
      lock_timeout: timeouts.lock,
      statement_timeout: timeouts.statement,
      idle_in_transaction_session_timeout: 10_000,
    },
  }
  const app = await openConnections(roleUrl(ownerUrl, appRole), options, connections, timeouts, trace)
  const halfPool = Math.max(2, connections >> 1)
  const appConnections = await openConnections(roleUrl(ownerUrl, directoryRole), options, halfPool, timeouts, trace)
  const directory = directoryOver(appConnections)
  const readiness = createReadiness(directory)

  let upkeepConnectionPool: Promise<Connections> | undefined
  const upkeep = () =>
    (upkeepConnectionPool ??= openConnections(
      roleUrl(ownerUrl, upkeepRole),
      options,
      upkeepConnections,
      timeouts,
      trace,
    ))

  const semaphoreOf = createSemaphoreByKey(maxPerFirm, timeouts.connection)

  type RunTransaction = <T>(tenantId: string, run: () => Promise<T>) => Promise<T>

  const runOnce = <T>(
    { pipelined }: Connections,
    begin: string,
    tenantId: string,
    work: (tx: TenantTx) => Promise<T>,
  ): Promise<T> =>
    // Without the tenant, its tables refuse every statement.
    pipelined(`${begin}; set local app.tenant_id = '${tenantId}'`, ({ run }) =>
      work({
        tenantId,
        query: async (text, params = []) => [
          ...(await run((sql) =>
            sql.unsafe<never[]>(text, [...params] as ParameterOrJSON<never>[], { prepare: true }),
          )),
        ],
      }),
    )

  const withRetry =
    (
      begin: string,
      connections: () => Connections | Promise<Connections> = () => app,
      runTransaction: RunTransaction = semaphoreOf,
    ): InTenant =>
    async (tenantId, work) => {
      if (!isUuid(tenantId)) throw new Error('A tenant is named by its id')
      for (let attempt = 1; ; attempt++) {
        try {
          return await runTransaction(tenantId, async () => runOnce(await connections(), begin, tenantId, work))
        } catch (error) {
          readiness.failed(error)
          if (attempt >= 3 || !retryable.has((error as { code?: string }).code ?? '')) throw error
        }
      }
    }

  const database: Omit<Database, 'clock' | 'close' | 'checkForMove'> = {
    checkpoints: createCheckpoints(),
    directory,
    connections,
    tenant: withRetry('begin'),
    writing: createSemaphoreByKey(maxWritingPerFirm, timeouts.connection),
    snapshot: withRetry('begin isolation level repeatable read read only'),
    // A waiting write may hold all of its firm's connections.
    upkeep: withRetry('begin', upkeep, (_, run) => run()),
    async isReady() {
      try {
        await Promise.all([
          app.borrow(({ run }) => run((sql) => sql`select 1`)),
          directory`select 1 from directory.tenants limit 1`,
        ])
        return await readiness.acceptsWrites()
      } catch {
        return false
      }
    },
    pools: () => ({ app: app.load(), directory: appConnections.load() }),
    listen: appConnections.listen,
    notify: async (channel, payload) => void (await directory`select pg_notify(${channel}, ${payload})`),
  }
  const checkForMove = () => detectMove(ownerUrl, database, givenClock?.())
  await checkForMove()
  const clock = await openClock(directory, givenClock)
  const unwatch = givenClock ? undefined : await watchTimeline(directory, checkForMove)
  return {
    ...database,
    clock,
    checkForMove,
    async close() {
      clock.stop()
      unwatch?.()
      await Promise.all([app.close(), appConnections.close(), (await upkeepConnectionPool)?.close()])
    },
  }
}

const watchMs = 15_000

async function watchTimeline(directory: Directory, notice: () => Promise<void>): Promise<() => void> {
  const find = async () => {
    const [found] = await directory<{ timeline: string }[]>`
      select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline`
    return found!.timeline
  }
  let known = await find()
  async function checkTimeline(): Promise<void> {
    const found = await find()
    if (found === known) return
    await notice()
    known = found
  }
  const timer = setInterval(() => void checkTimeline().catch(() => {}), watchMs).unref()
  return () => clearInterval(timer)
}
