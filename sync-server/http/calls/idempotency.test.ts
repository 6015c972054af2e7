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

async function setupAsker(everyMs?: number) {
  const { admin, tenantId } = await createFirm(server)
  const context = await contextOf('/api/things', { 'idempotency-key': uuidv7() })
  const viewer = { tenantId, userId: admin.userId, role: 'ADMIN' as const, investorIds: [] }
  const network = { losesAnswers: false, lost: 0 }
  const database: Pick<typeof server.database, 'tenant'> = {
    async tenant(id, work) {
      const answer = await server.database.tenant(id, work)
      if (!network.losesAnswers) return answer
      network.lost++
      throw new Unavailable('The connection broke after the commit')
    },
  }
  const once = createIdempotency({ ...server, database }, everyMs)
  let times = 0
  const count = () => ({ times: ++times })
  const storedAnswers = () =>
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
    storedAnswers,
    heldUntil: reservedUntil,
    count,
    ask: (work: () => object | Promise<object> = count) => once(context, viewer, null, work),
  }
}

describe('a request with a key', () => {
  it('gets 503 while the first one is running', async () => {
    const { ask, count } = await setupAsker()
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = ask(async () => {
      begun.resolve()
      await mayEnd.promise
      return count()
    })
    await begun.promise
    await expect(ask()).rejects.toBeInstanceOf(Unavailable)
    mayEnd.resolve()
    expect([await first, await ask()]).toEqual([{ times: 1 }, { times: 1 }])
  })

  it('that failed runs again when it is repeated', async () => {
    const { ask } = await setupAsker()
    const fails = ask(() => Promise.reject(new Error('not today')))
    await expect(fails).rejects.toThrow('not today')
    expect([await ask(), await ask()]).toEqual([{ times: 1 }, { times: 1 }])
  })

  it('left unfinished by a server runs again a minute later, and the first one’s late result is dropped', async () => {
    const { ask, count } = await setupAsker()
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = ask(async () => {
      begun.resolve()
      await mayEnd.promise
      return { late: true }
    })
    await begun.promise
    server.clock.advance(minute - 1)
    await expect(ask()).rejects.toBeInstanceOf(Unavailable)
    server.clock.advance(1)
    expect(await ask(count)).toEqual({ times: 1 })
    mayEnd.resolve()
    expect([await first, await ask()]).toEqual([{ late: true }, { times: 1 }])
  })

  it('stays reserved while its answer takes longer', async () => {
    const { ask, count, heldUntil } = await setupAsker(5)
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = ask(async () => {
      begun.resolve()
      await mayEnd.promise
      return count()
    })
    await begun.promise
    for (let passed = 0; passed < 4; passed++) {
      server.clock.advance(minute / 2)
      await expect.poll(heldUntil).toBe(server.now().getTime() + minute)
    }
    await expect(ask()).rejects.toBeInstanceOf(Unavailable)
    mayEnd.resolve()
    expect([await first, await ask()]).toEqual([{ times: 1 }, { times: 1 }])
  })

  it('keeps its answer if the connection broke while its reservation was renewed', async () => {
    const { ask, count, heldUntil, network } = await setupAsker(5)
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = ask(async () => {
      begun.resolve()
      await mayEnd.promise
      return count()
    })
    await begun.promise
    network.losesAnswers = true
    for (let passed = 0; passed < 4; passed++) {
      server.clock.advance(minute / 2)
      await expect.poll(heldUntil).toBe(server.now().getTime() + minute)
    }
    await expect.poll(() => network.lost).toBeGreaterThanOrEqual(4)
    network.losesAnswers = false
    mayEnd.resolve()
    expect([await first, await ask()]).toEqual([{ times: 1 }, { times: 1 }])
  })

  it('has the same response for a day; then the job has removed it and the call runs again', async () => {
    const { ask, storedAnswers } = await setupAsker()
    const runJob = () => createWorker({ ...server, jobs: { forgetVerdicts } }).checkAllFirms()
    await ask()
    server.clock.advance(day - 1)
    expect(await ask()).toEqual({ times: 1 })
    await runJob()
    expect(await storedAnswers()).toHaveLength(1)
    server.clock.advance(1)
    expect(await ask()).toEqual({ times: 2 })
    server.clock.advance(2 * day)
    await runJob()
    expect(await storedAnswers()).toEqual([])
  })
})

it('a call sent twice at the same time runs once: the other request gets 503 with Retry-After, and later the same answer', async () => {
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
  const ask = () => staff.post(`/api/users/${manager.userId}/reset`, undefined, headers)
  const first = ask()
  await begun.promise
  const other = await ask()
  expect([other.status, other.headers.get('retry-after')]).toEqual([503, '1'])
  server.surprises.length = 0
  mayEnd.resolve()
  const reset = (await (await first).json()) as { link: string }
  expect((await ask()).status).toBe(200)
  expect(await (await ask()).json()).toEqual(reset)
  expect((await server.app.request(reset.link)).status, 'the link works').toBe(200)
})
