import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, describe, expect, it } from 'vitest'
import { unsentHeader } from '#schema/sync/protocol.ts'
import { createSessions } from '#server/auth/sessions.ts'
import { openHints } from '#server/bus/bus.ts'
import type { Hint } from '#server/bus/payload.ts'
import { createLog } from '#server/log.ts'
import { createStreams } from '#server/sync/stream.ts'
import { createApp } from '#server/test/app.ts'
import { project } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { asOwner, createTestDatabase } from '#server/test/database.ts'
import { createFirm, type TestPerson } from '#server/test/firm.ts'
import { openServer, setupServer } from '#server/test/server.ts'
import { openConnections } from './connect/connections.ts'
import { type Database, openDatabase } from './connect/database.ts'
import { appRole, directoryRole, upkeepRole } from './connect/roles.ts'
import { startEmbeddedPostgres } from './postgres/embedded.ts'
import { withSql } from './postgres/open-sql.ts'
import { migrate } from './migrate.ts'
import { readPostmaster } from './postgres/postmaster.ts'
import { isUnavailable } from './connect/unavailable.ts'

const server = await setupServer()
const log = createLog('silent')
const cleanups: (() => unknown)[] = []
afterAll(async () => {
  for (const each of cleanups.reverse()) await each()
})

function appWith(database: Database, hints = server.hints) {
  const sessions = createSessions(database, server.clock.now)
  const app = createApp({
    ...server,
    database,
    sessions,
    hints,
    streams: createStreams({ database, hints, sessions }),
    log,
  })
  return { ...server, database, sessions, app }
}

async function openWithTimeouts(timeouts: Partial<Parameters<typeof openDatabase>[3]>, connections = 2) {
  const database = await openDatabase(server.ownerUrl, connections, undefined, {
    lock: 9_000,
    statement: 9_000,
    connection: 9_000,
    silence: 20_000,
    ...timeouts,
  })
  cleanups.push(() => database.close())
  return database
}

const addProject = (on: ReturnType<typeof appWith>, person: TestPerson, name = 'Quay') =>
  as(on, person).post('/api/projects', { name, type: 'REAL_ESTATE' })

const expectUnavailable = (response: Response) =>
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])

async function whileHeld(tenantId: string, work: () => Promise<void>): Promise<void> {
  const owner = postgres(server.ownerUrl, { max: 1 })
  await owner.begin(async (sql) => {
    await sql`select from tenant_numbers where tenant_id = ${tenantId} for update`
    await work()
  })
  await owner.end()
}

describe('a request that the database cannot decide now gets 503 with Retry-After', () => {
  it.each([
    ['a lock that others hold', { lock: 100 }],
    ['a statement that takes too long', { statement: 2_000 }],
  ])('%s', async (_, timeouts) => {
    const { tenantId, admin } = await createFirm(server)
    const on = appWith(await openWithTimeouts(timeouts))
    await whileHeld(tenantId, async () => expectUnavailable(await addProject(on, admin)))
    expect((await addProject(on, admin)).status).toBe(201)
  })

  it('a pool whose connections are all in use', async () => {
    const { tenantId, admin } = await createFirm(server)
    const database = await openWithTimeouts({ connection: 100 }, 1)
    const on = appWith(database)
    const { promise, resolve } = Promise.withResolvers<void>()
    const longWork = database.tenant(tenantId, () => promise)
    expectUnavailable(await addProject(on, admin))
    resolve()
    await longWork
    expect((await addProject(on, admin)).status).toBe(201)
  })
})

describe('a connection that breaks', () => {
  it('ends its transaction: later statements of that transaction reach no connection', async () => {
    const owner = postgres(server.ownerUrl, { max: 1 })
    const connections = await openConnections(server.ownerUrl, { onnotice: () => {} }, 1, {
      connection: 5_000,
      silence: 5_000,
    })
    cleanups.push(
      () => owner.end(),
      () => connections.close(),
    )
    const pidOf = connections.borrow(({ run }) => run((sql) => sql<{ pid: number }[]>`select pg_backend_pid() as pid`))
    const pid = (await pidOf)[0]!.pid
    let later: unknown
    const brokenTransaction = connections.transaction('begin', async ({ run }) => {
      await owner`select pg_terminate_backend(${pid}::int, 5000::bigint)`
      await run((sql) => sql`select 1`).catch(() => {})
      later = await run((sql) => sql`create table too_late ()`).catch((error: unknown) => error)
    })
    await expect(brokenTransaction).rejects.toSatisfy(isUnavailable)
    expect(later).toSatisfy(isUnavailable)
    const tables = connections.transaction('begin', ({ run }) =>
      run((sql) => sql`select to_regclass('too_late') as found, pg_backend_pid() <> ${pid} as "isAnother"`),
    )
    expect([...(await tables)]).toEqual([{ found: null, isAnother: true }])
  })
})

describe('a proxy that closes each connection because no database is behind it', () => {
  it('is queried once for a request, which is undecided', async () => {
    let requests = 0
    const proxy = createServer((socket) => {
      requests++
      socket.on('error', () => {}).end()
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    cleanups.push(() => proxy.close())
    const { port } = proxy.address() as AddressInfo
    const url = Object.assign(new URL(server.ownerUrl), { hostname: '127.0.0.1', port: String(port) }).href
    const failed = withSql(url, (sql) => sql`select 1`)
    await expect(failed).rejects.toSatisfy(isUnavailable)
    expect(requests).toBe(1)
  })
})

describe('a database that does not respond', () => {
  it('is not waited for, and the next request gets a connection that responds', async () => {
    const connections = await openConnections(server.ownerUrl, {}, 1, { connection: 5_000, silence: 300 })
    cleanups.push(() => connections.close())
    const pidOf = () =>
      connections.borrow(({ run }) => run((sql) => sql<{ pid: number }[]>`select pg_backend_pid() as pid`))
    const [{ pid } = { pid: 0 }] = await pidOf()
    process.kill(pid, 'SIGSTOP')
    try {
      await expect(pidOf()).rejects.toSatisfy(isUnavailable)
      expect((await pidOf())[0]!.pid).not.toBe(pid)
    } finally {
      // While it is stopped, no database of the server can be dropped.
      process.kill(pid, 'SIGCONT')
    }
  })
})

describe('PostgreSQL killed alone', () => {
  it('returns quickly: under load only 503 with Retry-After, no accepted write is lost, hints continue', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-outage-'))
    const back = Promise.withResolvers<void>()
    const embedded = await startEmbeddedPostgres({ dataDir, report: () => back.resolve() })
    cleanups.push(
      () => rmSync(dataDir, { recursive: true, force: true }),
      () => embedded.stop(),
    )
    await migrate(embedded.url)
    const database = await openDatabase(embedded.url, 4)
    const hints = await openHints(database, () => {})
    cleanups.push(
      () => database.close(),
      () => hints.close(),
    )
    const on = appWith(database, hints)
    const { admin, tenantId } = await createFirm(on)
    const received: Hint[] = []
    hints.subscribe(tenantId, (written) => received.push(written))

    const accepted: string[] = []
    const others: unknown[] = []
    let isOver = false
    async function write(who: number): Promise<void> {
      for (let count = 0; !isOver; count++) {
        const name = `Quay ${who}-${count}`
        const response = await addProject(on, admin, name)
        if (response.status === 201) accepted.push(name)
        else others.push([response.status, response.headers.get('retry-after')])
      }
    }
    const writers = Array.from({ length: 12 }, (_, who) => write(who))
    await expect.poll(() => accepted.length).toBeGreaterThan(30)
    process.kill(readPostmaster(join(dataDir, 'postgres-18'))!.pid, 'SIGKILL')
    await back.promise
    const before = accepted.length
    await expect.poll(() => accepted.length).toBeGreaterThan(before)
    isOver = true
    await Promise.all(writers)

    expect(others.length).toBeGreaterThan(0)
    expect(new Set(others.map(String))).toEqual(new Set(['503,1']))
    const list = (await (await as(on, admin).get('/api/projects')).json()) as { name: string }[]
    const names = new Set(list.map(({ name }) => name))
    expect(accepted.filter((name) => !names.has(name))).toEqual([])
    received.length = 0
    const number = await as(on, admin).write(project())
    await expect.poll(() => received.at(-1)?.number).toBe(number)
  })
})

describe('a server whose writes are refused', () => {
  it('is not ready until a write succeeds, which it detects itself', async () => {
    const { admin, tenantId } = await createFirm(server)
    const database = await openDatabase(server.ownerUrl, 2)
    cleanups.push(() => database.close())
    expect(await database.isReady()).toBe(true)
    await asOwner(server, (sql) => sql`revoke insert on directory.installation from holdfast_directory`)
    const full = database.tenant(tenantId, (tx) =>
      tx.query(`do $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`),
    )
    await expect(full).rejects.toSatisfy(isUnavailable)
    expect(await database.isReady()).toBe(false)
    await asOwner(server, (sql) => sql`grant insert on directory.installation to holdfast_directory`)
    await expect.poll(() => database.isReady(), { timeout: 10_000 }).toBe(true)
    expect((await as(server, admin).get('/readyz')).status).toBe(200)
  })

  it('still serves reads, even to a device that has unsent changes and was not seen for minutes', async () => {
    const { ownerUrl, drop } = await createTestDatabase()
    const on = await openServer(ownerUrl)
    cleanups.push(drop, () => on.close())
    const { admin } = await createFirm(on)
    expect((await addProject(on, admin)).status).toBe(201)
    await asOwner(on, async (sql) => {
      const [found] = await sql<{ name: string }[]>`select current_database() as name`
      for (const role of [appRole, directoryRole, upkeepRole])
        await sql`alter role ${sql(role)} in database ${sql(found!.name)} set default_transaction_read_only = on`
      await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
    })
    on.clock.advance(10 * 60_000)
    const device = as(on, admin)
    const feed = await device.get('/api/sync/feed?after=0', { [unsentHeader]: '3' })
    expect([feed.status, (await device.get('/api/projects')).status]).toEqual([200, 200])
    expectUnavailable(await addProject(on, admin))
    expect((await device.get('/readyz')).status).toBe(503)
  })
})
