import { type Context, Hono } from 'hono'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { Unavailable } from '#server/db/connect/unavailable.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { createApp } from '#server/test/app.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { forgetVerdicts } from '#server/verdicts/forget-verdicts.ts'
import type { Env } from '#server/http/env.ts'
import { createIdempotency } from './idempotency.ts'

const server = await setupServer()
const [minute, day] = [60_000, 86_400_000]

async function contextOf(path: string, headers: Record<string, string>): Promise<Context<Env>> {
  const handled = Promise.withResolvers<Context<Env>>()
  const app = new Hono<Env>().post(path, (context) => {
    handled.resolve(context)
    return context.body(null)
  })
  await app.request(path, { method: 'POST', headers })
  return handled.promise
}

async function setupClient(everyMs?: number) {
  const { admin, tenantId } = await createFirm(server)
  const context = await contextOf('/api/things', { 'idempotency-key': uuidv7() })
  const viewer = { tenantId, userId: admin.userId, role: 'ADMIN' as const, investorIds: [] }
  const network = { losesResponses: false, lost: 0 }
  const database: Pick<typeof server.database, 'tenant'> = {
    async tenant(id, work) {
      const response = await server.database.tenant(id, work)
      if (!network.losesResponses) return response
      network.lost++
      throw new Unavailable('The connection broke after the commit')
    },
  }
  const once = createIdempotency({ ...server, database }, everyMs)
  let times = 0
  const count = () => ({ times: ++times })
  const storedResponses = () =>
    server.database.tenant(tenantId, (tx) =>
      tx.query<{ answer: string }>('select answer from answers where tenant_id = $1', [tenantId]),
    )
  const reservedUntil = async () => {
    const [row] = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ until: string }>('select until from answers where tenant_id = $1', [tenantId]),
    )
    return Date.parse(row!.until)
  }
  return {
    network,
    storedResponses,
    heldUntil: reservedUntil,
    count,
    request: (work: () => object | Promise<object> = count) => once(context, viewer, null, work),
  }
}

describe('a request with a key', () => {
  it('gets 503 while the first one is running', async () => {
    const { request, count } = await setupClient()
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = request(async () => {
      begun.resolve()
      await mayEnd.promise
      return count()
    })
    await begun.promise
    await expect(request()).rejects.toBeInstanceOf(Unavailable)
    mayEnd.resolve()
    expect([await first, await request()]).toEqual([{ times: 1 }, { times: 1 }])
  })

  it('that failed runs again when it is repeated', async () => {
    const { request } = await setupClient()
    const fails = request(() => Promise.reject(new Error('not today')))
    await expect(fails).rejects.toThrow('not today')
    expect([await request(), await request()]).toEqual([{ times: 1 }, { times: 1 }])
  })

  it('left unfinished by a server runs again a minute later, and the first one’s late result is dropped', async () => {
    const { request, count } = await setupClient()
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = request(async () => {
      begun.resolve()
      await mayEnd.promise
      return { late: true }
    })
    await begun.promise
    server.clock.advance(minute - 1)
    await expect(request()).rejects.toBeInstanceOf(Unavailable)
    server.clock.advance(1)
    expect(await request(count)).toEqual({ times: 1 })
    mayEnd.resolve()
    expect([await first, await request()]).toEqual([{ late: true }, { times: 1 }])
  })

  it('stays reserved while its response takes longer', async () => {
    const { request, count, heldUntil } = await setupClient(5)
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = request(async () => {
      begun.resolve()
      await mayEnd.promise
      return count()
    })
    await begun.promise
    for (let passed = 0; passed < 4; passed++) {
      server.clock.advance(minute / 2)
      await expect.poll(heldUntil).toBe(server.now().getTime() + minute)
    }
    await expect(request()).rejects.toBeInstanceOf(Unavailable)
    mayEnd.resolve()
    expect([await first, await request()]).toEqual([{ times: 1 }, { times: 1 }])
  })

  it('keeps its response if the connection broke while its reservation was renewed', async () => {
    const { request, count, heldUntil, network } = await setupClient(5)
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = request(async () => {
      begun.resolve()
      await mayEnd.promise
      return count()
    })
    await begun.promise
    network.losesResponses = true
    for (let passed = 0; passed < 4; passed++) {
      server.clock.advance(minute / 2)
      await expect.poll(heldUntil).toBe(server.now().getTime() + minute)
    }
    await expect.poll(() => network.lost).toBeGreaterThanOrEqual(4)
    network.losesResponses = false
    mayEnd.resolve()
    expect([await first, await request()]).toEqual([{ times: 1 }, { times: 1 }])
  })

  it('has the same response for a day; then the job has removed it and the call runs again', async () => {
    const { request, storedResponses } = await setupClient()
    const runJob = () => createWorker({ ...server, jobs: { forgetVerdicts } }).checkAllFirms()
    await request()
    server.clock.advance(day - 1)
    expect(await request()).toEqual({ times: 1 })
    await runJob()
    expect(await storedResponses()).toHaveLength(1)
    server.clock.advance(1)
    expect(await request()).toEqual({ times: 2 })
    server.clock.advance(2 * day)
    await runJob()
    expect(await storedResponses()).toEqual([])
  })
})

it('a call sent twice at the same time runs once: the other request gets 503 with Retry-After, and later the same response', async () => {
  const { admin, manager } = await createFirm(server)
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { directory } = server.database
  const slow: typeof directory.begin = async (work) => {
    begun.resolve()
    await mayEnd.promise
    return directory.begin(work)
  }
  const database = { ...server.database, directory: Object.assign(directory.bind(null), { begin: slow }) }
  const staff = as({ ...server, app: createApp({ ...server, database: database as typeof server.database }) }, admin)
  const headers = { 'idempotency-key': uuidv7() }
  const request = () => staff.post(`/api/users/${manager.userId}/reset`, undefined, headers)
  const first = request()
  await begun.promise
  const other = await request()
  expect([other.status, other.headers.get('retry-after')]).toEqual([503, '1'])
  server.unexpectedErrors.length = 0
  mayEnd.resolve()
  const reset = (await (await first).json()) as { link: string }
  expect((await request()).status).toBe(200)
  expect(await (await request()).json()).toEqual(reset)
  expect((await server.app.request(reset.link)).status, 'the link works').toBe(200)
})
