import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, it } from 'vitest'
import { transact } from '#server/records/write/transact.ts'
import { as } from '#server/test/device.ts'
import { chainOf, createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import type { JobResult, Job, JobsByKind } from './job.ts'
import { queueJob } from './queue.ts'
import { createWorker, type WorkerDeps } from './worker.ts'

const server = await setupServer()
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

interface Row {
  readonly kind: string
  readonly key: string
  readonly runAt: string | null
  readonly attempts: number
  readonly lastError: string | null
  readonly doneAt: string | null
}

async function setupFirm(run: (job: Job) => Promise<JobResult | void> = async () => {}, everyMs?: number) {
  const firm = await createFirm(server)
  const { tenantId } = firm
  const ran: string[] = []
  const kind = `of-${tenantId}`
  const own = async (_: unknown, job: Job) => {
    if (job.tenantId !== tenantId) return
    ran.push(job.key)
    return run(job)
  }
  const jobs: JobsByKind = { [kind]: { run: own, ...(everyMs ? { everyMs } : {}) } }
  const node = (more: Partial<WorkerDeps> = {}) => createWorker({ ...server, jobs, ...more })
  const queue = (key: string, afterMs = 0, payload: unknown = {}) =>
    server.database.tenant(tenantId, (tx) =>
      queueJob(tx, { kind, key, payload, runAt: new Date(server.now().getTime() + afterMs) }),
    )
  const rows = () =>
    server.database.tenant(tenantId, (tx) =>
      tx.query<Row>(
        `select kind, key, run_at as "runAt", attempts, last_error as "lastError", done_at as "doneAt"
from jobs where tenant_id = $1 order by key`,
        [tenantId],
      ),
    )
  return { ...firm, kind, jobs, ran, node, queue, rows }
}

const drainUnexpectedLogs = () =>
  server.unexpectedErrors.splice(0).map((line) => (JSON.parse(line) as { msg: string }).msg)

describe('a job', () => {
  it('runs once when due, the longest due first', async () => {
    const { node, queue, ran, rows } = await setupFirm()
    await queue('late', hour)
    await queue('early', minute)
    await queue('far', day)
    await node().checkAllFirms()
    expect(ran).toEqual([])
    server.clock.advance(hour)
    await node().checkAllFirms()
    await node().checkAllFirms()
    expect(ran).toEqual(['early', 'late'])
    expect(await rows()).toMatchObject([
      { key: 'early', runAt: null, doneAt: '2026-03-15T11:00:00.000Z' },
      { key: 'far', runAt: '2026-03-16T10:00:00.000Z', doneAt: null },
      { key: 'late', runAt: null },
    ])
  })

  it('replaces a queued job with its key, and runs again after it was done', async () => {
    const payloads: unknown[] = []
    const { node, queue } = await setupFirm(async ({ payload }) => void payloads.push(payload))
    await queue('one', 0, { turn: 1 })
    await queue('one', 0, { turn: 2 })
    await node().checkAllFirms()
    await queue('one', 0, { turn: 3 })
    await node().checkAllFirms()
    expect(payloads).toEqual([{ turn: 2 }, { turn: 3 }])
  })

  it('is queued in the transaction of its change', async () => {
    const { tenantId, kind, node, ran } = await setupFirm()
    const queued = transact(server, { kind: 'system', tenantId }, async ({ tx }) => {
      await queueJob(tx, { kind, key: 'lost', runAt: server.now() })
      throw new Error('The power went')
    })
    await expect(queued).rejects.toThrow('The power went')
    await node().checkAllFirms()
    expect(ran).toEqual([])
  })

  it('is claimed by one of several nodes', async () => {
    const { node, queue, ran } = await setupFirm()
    const keys = Array.from({ length: 20 }, (_, i) => `job-${i}`)
    for (const key of keys) await queue(key)
    await Promise.all([node().checkAllFirms(), node().checkAllFirms(), node().checkAllFirms()])
    expect(ran.toSorted()).toEqual(keys.toSorted())
  })

  it('that fails is retried with backoff up to an hour, and is logged', async () => {
    let isBroken = true
    const { node, queue, ran, rows } = await setupFirm(async () => {
      if (isBroken) throw new Error('No mail today\u0000\ud800')
    })
    await queue('one')
    const waits: number[] = []
    for (let i = 0; i < 9; i++) {
      await node().checkAllFirms()
      await node().checkAllFirms()
      const [row] = await rows()
      expect(row).toMatchObject({ attempts: i + 1, lastError: 'Error: No mail today\ufffd' })
      waits.push((Date.parse(row!.runAt!) - server.now().getTime()) / second)
      server.clock.set(row!.runAt!)
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
    expect(ran).toHaveLength(9)
    expect(drainUnexpectedLogs()).toEqual(Array(9).fill('a job failed'))
    isBroken = false
    await node().checkAllFirms()
    expect(await rows()).toMatchObject([{ runAt: null, attempts: 0, lastError: null }])
  })

  it('does not block other jobs when it fails', async () => {
    const [one, other] = [
      await setupFirm(async ({ key }) => {
        if (key === 'broken') throw new Error('Broken')
      }),
      await setupFirm(),
    ]
    await one.queue('broken')
    await one.queue('whole', 1)
    await other.queue('theirs')
    server.clock.advance(1)
    await one.node({ jobs: { ...one.jobs, ...other.jobs } }).checkAllFirms()
    expect([one.ran, other.ran]).toEqual([['broken', 'whole'], ['theirs']])
    expect(drainUnexpectedLogs()).toEqual(['a job failed'])
  })

  it('of a dead node runs again; a node that returns too late changes nothing', async () => {
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { node, queue, ran, rows } = await setupFirm(async () => {
      if (ran.length > 1) return {}
      begun.resolve()
      await goOn.promise
      return { hasMore: true }
    })
    await queue('one')
    const slow = node().checkAllFirms()
    await begun.promise
    server.clock.advance(5 * minute - 1)
    await node().checkAllFirms()
    expect(ran).toHaveLength(1)
    server.clock.advance(1)
    await node().checkAllFirms()
    expect(ran).toHaveLength(2)
    goOn.resolve()
    await slow
    expect(await rows()).toMatchObject([{ runAt: null, attempts: 0 }])
    expect(ran).toHaveLength(2)
  })

  it('in parts continues immediately with its payload', async () => {
    const payloads: unknown[] = []
    const { node, queue } = await setupFirm(async ({ payload }) => {
      payloads.push(payload)
      const { part } = payload as { part: number }
      return { hasMore: part < 3, payload: { part: part + 1 } }
    })
    await queue('one', 0, { part: 1 })
    await node().checkAllFirms()
    expect(payloads).toEqual([{ part: 1 }, { part: 2 }, { part: 3 }])
  })

  it('of an unknown kind waits for another node', async () => {
    const { node, queue, ran, rows } = await setupFirm()
    await queue('one')
    await node({ jobs: {} }).checkAllFirms()
    expect([ran, (await rows())[0]!.attempts]).toEqual([[], 0])
    await node().checkAllFirms()
    expect(ran).toEqual(['one'])
  })
})

describe('concurrent jobs', () => {
  it('run up to the limit, each once', async () => {
    const begun: (() => void)[] = []
    const started = [1, 2, 3].map(() => Promise.withResolvers<void>())
    const { tenantId, node, queue, ran, rows } = await setupFirm(async () => {
      const goOn = Promise.withResolvers<void>()
      started[begun.push(goOn.resolve) - 1]!.resolve()
      await goOn.promise
    })
    for (const key of ['one', 'two', 'three']) await queue(key)
    const worker = node({ concurrency: 2 })
    const looks = [worker.checkFirm(tenantId), worker.checkFirm(tenantId)]
    await started[1]!.promise
    await rows()
    expect(ran).toHaveLength(2)
    begun[1]!()
    await started[2]!.promise
    for (const goOn of begun) goOn()
    await Promise.all(looks)
    expect(ran.toSorted()).toEqual(['one', 'three', 'two'])
  })
})

it('a job runs outside of the context of the request that queued it', async () => {
  const context = new AsyncLocalStorage<string>()
  const seen: (string | undefined)[] = []
  const { tenantId, node, queue } = await setupFirm(async () => void seen.push(context.getStore()))
  await queue('one')
  const worker = node()
  await context.run('a request', () => worker.checkFirm(tenantId))
  expect(seen).toEqual([undefined])
})

describe('a recurring job', () => {
  it('runs once a day per firm on any number of nodes', async () => {
    const { node, ran } = await setupFirm(undefined, day)
    const look = () => Promise.all([node().checkAllFirms(), node().checkAllFirms()])
    await look()
    expect(ran).toEqual([''])
    server.clock.advance(day - 1)
    await look()
    expect(ran).toHaveLength(1)
    server.clock.advance(1)
    await look()
    expect(ran).toHaveLength(2)
  })

  it('is due again after a clock that was ahead', async () => {
    const { node, ran } = await setupFirm(undefined, day)
    const now = server.now().toISOString()
    server.clock.advance(400 * day)
    await node().checkAllFirms()
    server.clock.set(now)
    await node().checkAllFirms()
    expect(ran).toHaveLength(2)
    await node().checkAllFirms()
    expect(ran).toHaveLength(2)
  })
})

describe('a job that finds its firms', () => {
  it('runs only in these firms, and again when they are found again', async () => {
    const { tenantId, ran, rows, kind, node } = await setupFirm()
    await createFirm(server)
    let found: readonly string[] = [tenantId]
    const run = async (_: unknown, job: Job) => void ran.push(job.tenantId)
    const worker = node({ jobs: { [kind]: { run, findFirms: async () => found } } })
    await worker.checkAllFirms()
    expect(await rows()).toMatchObject([{ key: '', runAt: null }])
    found = []
    await worker.checkAllFirms()
    expect(ran).toEqual([tenantId])
    found = [tenantId]
    await worker.checkAllFirms()
    expect(ran).toEqual([tenantId, tenantId])
  })
})

describe('a worker', () => {
  it('opens no transaction for firms without due jobs', async () => {
    const { tenantId, queue, node } = await setupFirm(undefined, day)
    for (let i = 0; i < 3; i++) await createFirm(server)
    let transactions: string[] = []
    const tenant: typeof server.database.tenant = (id, work) => {
      transactions.push(id)
      return server.database.tenant(id, work)
    }
    const worker = node({ database: { ...server.database, tenant } })
    await worker.checkAllFirms()
    expect(new Set(transactions).size).toBeGreaterThan(3)
    transactions = []
    await worker.checkAllFirms()
    expect(transactions).toEqual([])
    await queue('one')
    await worker.checkAllFirms()
    expect(new Set(transactions)).toEqual(new Set([tenantId]))
  })

  it('polls repeatedly', async () => {
    const { node, queue, ran } = await setupFirm()
    const pauses: PromiseWithResolvers<void>[] = []
    const waiting: PromiseWithResolvers<void>[] = [Promise.withResolvers(), Promise.withResolvers()]
    const worker = node()
    worker.start((ms, signal) => {
      expect(ms).toBeLessThanOrEqual(minute)
      const pause = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => pause.reject(signal.reason))
      waiting[pauses.push(pause) - 1]!.resolve()
      return pause.promise
    })
    await waiting[0]!.promise
    await queue('one')
    expect(ran).toEqual([])
    pauses[0]!.resolve()
    await waiting[1]!.promise
    expect(ran).toEqual(['one'])
    await worker.stop()
    expect(pauses).toHaveLength(2)
  })

  it('that is stopped finishes the running job only', async () => {
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { node, queue, ran, rows } = await setupFirm(async () => {
      begun.resolve()
      await goOn.promise
    })
    await queue('one')
    await queue('two', 1)
    server.clock.advance(1)
    const worker = node()
    worker.start(() => Promise.reject(new Error('There is no pause')))
    await begun.promise
    let isStopped = false
    await worker.stop(0)
    expect(drainUnexpectedLogs(), 'with a limit it is left to another node').toEqual([
      'a job had not ended when the server stopped',
    ])
    const stopped = worker.stop().then(() => (isStopped = true))
    await rows()
    expect(isStopped).toBe(false)
    goOn.resolve()
    await stopped
    expect(ran).toEqual(['one'])
    expect(await rows()).toMatchObject([
      { key: 'one', runAt: null },
      { key: 'two', attempts: 0 },
    ])
  })

  it('continues after a database failure', async () => {
    const { node, queue, ran } = await setupFirm()
    await queue('one')
    let calls = 0
    const { directory } = server.database
    const later = new Proxy(directory, {
      apply(_, __, query: Parameters<typeof directory>) {
        if (calls++ === 0) throw new Error('Away')
        return directory(...query)
      },
    })
    const worker = node({ database: { ...server.database, directory: later } })
    const done = Promise.withResolvers<void>()
    worker.start(async () => {
      if (calls > 1) done.resolve()
    })
    await done.promise
    await worker.stop()
    expect(ran).toEqual(['one'])
    expect(drainUnexpectedLogs()).toEqual(['the check for due jobs failed'])
  })
})

describe('what a job writes', () => {
  it('has numbers and checkpoint hashes like other changes, without an author', async () => {
    const { tenantId, node, queue, kind, admin } = await setupFirm()
    let id = ''
    const write = async () => {
      await transact(server, { kind: 'job', tenantId, job: kind }, async (batch) => {
        id = await batch.create('referrals', { name: 'Quay' })
      })
    }
    await queue('one')
    await node({ jobs: { [kind]: { run: write } } }).checkAllFirms()
    const { rows, activities } = await as(server, admin).pull()
    expect(rows).toMatchObject([['referrals', id, 1, { name: 'Quay', createdBy: null }]])
    expect(activities.map((row) => row[3])).toMatchObject([{ action: 'create', entityId: id, userId: null }])
    expect((await chainOf(server, tenantId)).map(({ n }) => n)).toEqual([0, 1])
    const [entry] = await server.database.tenant(tenantId, (tx) =>
      tx.query('select action, user_id as by, details from audit_logs where tenant_id = $1', [tenantId]),
    )
    expect(entry).toMatchObject({
      action: 'referrals.create',
      by: null,
      details: { actor: { kind: 'job', job: kind } },
    })
  })
})
