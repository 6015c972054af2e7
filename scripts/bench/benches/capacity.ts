// Processor time and disk space of one unit of each kind of work, for the calculations of sync-server/SCALE.md.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '#server/db/connect/database.ts'
import { openSql } from '#server/db/postgres/open-sql.ts'
import { type Hints, openHints } from '#server/bus/bus.ts'
import { createFirm, openTenant } from '#server/firms/create-firm.ts'
import { folderStore } from '#server/files/file-store.ts'
import { jobsOf } from '#server/jobs.ts'
import type { JobsByKind } from '#server/jobs/job.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { createBackgroundTasks } from '#server/records/background-tasks.ts'
import { createEvents } from '#server/records/audit/events.ts'
import { rules } from '#server/rules.ts'
import { createAuditKeys } from '#server/secrets/audit-keys.ts'
import { noPush } from '#server/test/services/push-service.ts'
import { feedPath, type FeedPage } from '#schema/sync/protocol.ts'
import type { Bench } from './bench.ts'
import { type Firm, makeFirm, signInTimes, typicalShape } from '../stage/firm.ts'
import { fetchText } from '../stage/http.ts'
import { listen } from '../stage/listeners.ts'
import { postProjects } from '../stage/post-projects.ts'
import { meter, type ProcessorTime } from '../stage/processor-time.ts'
import { type SeparateServer, withSeparateServer } from '../stage/separate-server.ts'
import { kb, type Line, noted, us } from '../stage/table.ts'

const [requests, streamCount, streamMs] = [1_000, 1_000, 60_000]
const [idleFirms, firmsWithJobs] = [100_000, 100]
const [hourMs, dayMs] = [3_600_000, 86_400_000]

export const capacity: Bench = {
  conditions: `processor time of the server and of PostgreSQL: ${requests} requests of one change, then of one row of the feed, in a firm of 10,000 rows; ${streamCount} idle streams for ${streamMs / 1000} s; the jobs of ${idleFirms} firms`,
  run: () =>
    withSeparateServer(async (own) => {
      const before = await bytesWritten(own)
      const firm = await makeFirm(own.ownerUrl, own.database, typicalShape(10_000))
      const after = await bytesWritten(own)
      return [
        noted(kb('a row without history, on disk', (after.size - before.size) / firm.rows / 1_000)),
        ...(await changes(own, firm)),
        ...(await pulls(own, firm)),
        ...(await streams(own, firm)),
        ...(await firms(own)),
      ]
    }),
}

const perUnit = (name: string, { server, postgres }: ProcessorTime, units: number): Line[] => [
  noted(us(`${name}, server`, (server * 1_000) / units)),
  noted(us(`${name}, PostgreSQL`, (postgres * 1_000) / units)),
]

async function changes(own: SeparateServer, firm: Firm): Promise<Line[]> {
  const before = await bytesWritten(own)
  const times = await meter(own, () => postProjects(own.origin, firm, requests, 1))
  const after = await bytesWritten(own)
  return [
    ...perUnit('a change', times, requests),
    noted(kb('a change, on disk', (after.size - before.size) / requests / 1_000)),
    noted(kb('a change, in the write-ahead log', (after.wal - before.wal) / requests / 1_000)),
  ]
}

async function pulls({ origin, ...own }: SeparateServer, firm: Firm): Promise<Line[]> {
  const read = async (query: Record<string, string>) =>
    JSON.parse(await fetchText(`${origin}${feedPath}?${new URLSearchParams(query).toString()}`, { firm })) as FeedPage
  const { epoch, scope } = await read({ after: '0' })
  const after = String(firm.rows + requests - 1)
  const times = await meter({ origin, ...own }, async () => {
    for (let i = 0; i < requests; i++) await read({ after, epoch, scope })
  })
  return perUnit('a pull of the newest row', times, requests)
}

async function streams(own: SeparateServer, firm: Firm): Promise<Line[]> {
  const open = await listen(own.origin, await signInTimes(own.database, firm, streamCount), streamCount)
  const times = await meter(own, () => sleep(streamMs))
  for (const each of open) each.destroy()
  return perUnit('an idle stream, an hour', times, (streamCount * streamMs) / hourMs)
}

async function firms(own: SeparateServer): Promise<Line[]> {
  const jobs: JobsByKind = jobsOf({
    files: folderStore(join(tmpdir(), 'holdfast-bench')),
    writeHead: async () => {},
    push: noPush,
  })
  const recurring = Object.keys(jobs).filter((kind) => jobs[kind]!.everyMs)
  const owner = openSql(own.ownerUrl)
  try {
    const before = await bytesWritten(own)
    await owner`
      insert into directory.tenants (id, name, created_at)
      select gen_random_uuid(), 'Firm ' || n, now() from generate_series(1, ${idleFirms}::int) n`
    await owner`
      insert into jobs (tenant_id, kind, key, run_at)
      select t.id, k, '', now() + interval '1 hour' from directory.tenants t, unnest(${recurring}::text[]) k
      on conflict do nothing`
    await owner`analyze jobs`
    const after = await bytesWritten(own)
    // Some jobs wait until the clock has been steady for three days.
    await owner`update directory.clock set steady_since = now() - interval '4 days'`
    const database = await openDatabase(own.ownerUrl, 2)
    const hints = await openHints(database, () => {})
    const workerOf = (kinds: JobsByKind) => createJobWorker(database, hints, kinds)
    const worker = workerOf(jobs)
    const first = await meter(own, () => worker.checkAllFirms())
    const next = await meter(own, () => worker.checkAllFirms())
    const ids = await createFirms(database)
    let day = { server: 0, postgres: 0, own: 0 }
    let dayOnDisk = 0
    for (const kind of recurring) {
      const single = workerOf({ [kind]: jobs[kind]! })
      await owner`
        insert into jobs (tenant_id, kind, key, run_at) select id, ${kind}, '', now() from unnest(${ids}::uuid[]) id
        on conflict (tenant_id, kind, key) do update set run_at = now()`
      const stored = await bytesWritten(own)
      const { postgres, own: server } = await meter(own, () => single.checkAllFirms())
      const times = dayMs / jobs[kind]!.everyMs! / firmsWithJobs
      dayOnDisk += ((await bytesWritten(own)).size - stored.size) * times
      day = { ...day, server: day.server + server * times, postgres: day.postgres + postgres * times }
    }
    await hints.close()
    await database.close()
    return [
      ...perUnit(`looking for jobs of ${idleFirms} firms, each hour`, { ...first, server: first.own }, 1),
      ...perUnit(`looking for jobs of ${idleFirms} firms, each minute`, { ...next, server: next.own }, 1),
      ...perUnit('the jobs of an empty firm, a day', day, 1),
      noted(kb('the jobs of an empty firm, a day, on disk', dayOnDisk / 1_000)),
      noted(kb('an empty firm, on disk', (after.size - before.size) / idleFirms / 1_000)),
    ]
  } finally {
    await owner.end()
  }
}

async function createFirms(database: Database): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < firmsWithJobs) {
    const id = await openTenant(database)
    await createFirm(database, id, `Firm ${id}`, [], new Date())
    ids.push(id)
  }
  return ids
}

function createJobWorker(database: Database, hints: Hints, jobs: JobsByKind) {
  const { now } = database.clock
  const auditKeys = createAuditKeys(() => [{ id: 'bench', bytes: Buffer.alloc(32) }])
  const backgroundTasks = createBackgroundTasks(() => {})
  const log = { warn: (_: unknown, message?: string) => console.error(message) }
  const events = createEvents({ database, auditKeys, backgroundTasks, now })
  return createWorker({ database, hints, backgroundTasks, now, rules, auditKeys, log, jobs, events })
}

async function bytesWritten({ database: { directory } }: SeparateServer): Promise<{ size: number; wal: number }> {
  const [found] = await directory<{ size: number; wal: number }[]>`
    select pg_database_size(current_database())::float8 as size, (pg_current_wal_lsn() - '0/0')::float8 as wal`
  return found!
}
