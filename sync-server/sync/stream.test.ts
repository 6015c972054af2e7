import postgres from 'postgres'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Hints } from '#server/bus/bus.ts'
import type { Operation } from '#schema/sync/protocol.ts'
import { Unavailable } from '#server/db/connect/unavailable.ts'
import { createApp } from '#server/test/app.ts'
import { change, investment, investor, project, remove, update } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm, link, type TestPerson } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { createStreams } from './stream.ts'
import { watchSessions } from './watch-sessions.ts'

const server = await setupServer()
const open = new Set<AbortController>()

afterEach(() => {
  for (const each of open) each.abort()
  open.clear()
  vi.useRealTimers()
})

const goodbye = /: goodbye\nretry: \d{3,4}\n\n$/

const silentHints: Hints = { ...server.hints, publish: () => {} }

async function cutListener(): Promise<void> {
  const owner = postgres(server.ownerUrl, { max: 1 })
  const cut = await owner`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and query like 'listen%' and pid <> pg_backend_pid()`
  expect(cut).toHaveLength(1)
  await owner.end()
}

async function listen(person: TestPerson, app = server.app) {
  const controller = new AbortController()
  open.add(controller)
  const { signal } = controller
  const response = await app.request(
    new Request('http://localhost/api/sync/stream', { headers: { cookie: person.cookie }, signal }),
  )
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  return {
    async rest(): Promise<string> {
      let text = ''
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return text
        text += value
      }
    },
    async next(): Promise<number | undefined> {
      const { value, done } = await reader.read()
      if (done) return undefined
      expect(value).toMatch(/^event: number\ndata: \{"number":\d+\}\n\n$/)
      return Number(/\d+/.exec(value)![0])
    },
  }
}

async function setupFirm() {
  const firm = await createFirm(server)
  const staff = as(server, firm.admin)
  const [home, own, other] = [project(), investor(), investor()]
  await staff.write(home, own, other)
  await link(server, firm.admin, firm.investor, own.id)
  return { ...firm, staff, homeId: home.id, ownId: own.id, otherId: other.id }
}

async function listenOnly(person: TestPerson, staff: ReturnType<typeof as>) {
  const stream = await listen(person)
  await stream.next()
  const number = await staff.write(project({ isVisibleToInvestors: false }))
  while ((await stream.next()) !== number);
  return stream
}

describe('hints', () => {
  it('HINT1 send the number on connect and on change, and nothing else', async () => {
    const { staff, manager } = await setupFirm()
    const stream = await listen(manager)
    expect(await stream.next()).toBe(2)
    expect(await staff.write(project())).toBe(3)
    expect(await stream.next()).toBe(3)
  })

  it('HINT1 repeat it every 20 seconds', async () => {
    const { manager } = await setupFirm()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stream = await listen(manager)
    expect(await stream.next()).toBe(2)
    vi.advanceTimersByTime(20_000)
    expect(await stream.next()).toBe(2)
  })

  it('HINT4 an investor gets hints for own and shown rows only', async () => {
    const { staff, admin, investor: account, homeId, ownId, otherId } = await setupFirm()
    const everything = await listen(admin)
    expect(await everything.next()).toBe(2)
    const write = async (...ops: Operation[]) => {
      const number = await staff.write(...ops)
      expect(await everything.next()).toBe(number)
      return number
    }
    await write(project({ isVisibleToInvestors: false }))
    const stream = await listen(account)
    expect(await stream.next()).toBe(2)
    await write(project({ isVisibleToInvestors: false }))
    await write(update('investors', otherId, { phone: '+10001' }, { phone: null }))
    const own = await write(update('investors', ownId, { phone: '+10001' }, { phone: null }))
    expect(await stream.next()).toBe(own)
    await write(update('investors', otherId, { phone: '+10002' }, { phone: '+10001' }))
    const hidden = await write(
      update('projects', homeId, { isVisibleToInvestors: false }, { isVisibleToInvestors: true }),
    )
    expect(await stream.next()).toBe(hidden)
    await write(update('projects', homeId, { name: 'Port' }, { name: 'Harbour' }))
    const invested = await write(investment(homeId, ownId))
    expect(await stream.next()).toBe(invested)
  })

  it('HINT4 HINT5 a hint that also brings a new link loses nothing', async () => {
    const { tenantId, investor: account, ownId } = await setupFirm()
    const stream = await listen(account)
    expect(await stream.next()).toBe(2)
    const sight = { [account.userId]: 3 }
    server.hints.publish(tenantId, { number: 9, audiences: { [`investor:${ownId}`]: 7 }, sight })
    expect([await stream.next(), await stream.next()]).toEqual([3, 7])
  })

  it('HINT4 from changes that arrive together an investor gets their own number', async () => {
    const { staff, investor: account, ownId } = await setupFirm()
    const stream = await listen(account)
    expect(await stream.next()).toBe(2)
    const hidden = () => change(project({ isVisibleToInvestors: false }))
    const own = change(update('investors', ownId, { phone: '+10001' }, { phone: null }))
    const verdicts = await staff.push(hidden(), own, hidden(), hidden())
    expect(verdicts.at(-1)).toMatchObject({ number: 6 })
    expect(await stream.next()).toBe(4)
  })

  it('HINT4 among very many audiences each gets its own number', async () => {
    const { tenantId, investor: account, ownId } = await setupFirm()
    const stream = await listen(account)
    expect(await stream.next()).toBe(2)
    const others = Array.from({ length: 500 }, () => [`investor:${uuidv7()}`, 900] as const)
    const audiences = Object.fromEntries([...others, [`investor:${ownId}`, 7]])
    server.hints.publish(tenantId, { number: 900, audiences })
    expect(await stream.next()).toBe(7)
  })

  it('HINT4 another firm gets no hint', async () => {
    const [here, there] = [await setupFirm(), await setupFirm()]
    const stream = await listen(here.admin)
    expect(await stream.next()).toBe(2)
    for (let i = 0; i < 3; i++) await there.staff.write(project())
    const number = await here.staff.write(project())
    expect(await stream.next()).toBe(number)
  })

  it('HINT1 an investor who is linked to a record gets a hint', async () => {
    const { staff, admin, investor: account, otherId } = await setupFirm()
    await listenOnly(admin, staff)
    const stream = await listen(account)
    expect(await stream.next()).toBe(2)
    await link(server, admin, account, otherId)
    expect(await stream.next()).toBe(4)
  })

  it('HINT5 an open stream follows a link that is made or lost', async () => {
    const { staff, admin, investor: account, ownId, otherId } = await setupFirm()
    const everything = await listenOnly(admin, staff)
    const stream = await listen(account)
    expect(await stream.next()).toBe(2)
    const phone = async (id: string, to: string, from: string | null) => {
      const number = await staff.write(update('investors', id, { phone: to }, { phone: from }))
      expect(await everything.next()).toBe(number)
      return number
    }
    await phone(otherId, '+10001', null)
    await link(server, admin, account, otherId)
    expect([await everything.next(), await stream.next()]).toEqual([5, 5])
    expect(await phone(otherId, '+10002', '+10001')).toBe(await stream.next())
    const lost = await staff.write(remove('investors', ownId))
    expect([await everything.next(), await stream.next()]).toEqual([lost, lost])
    expect(await phone(otherId, '+10003', '+10002')).toBe(await stream.next())
  })

  it('HINT5 an open stream follows a change of role within seconds, wherever it was made', async () => {
    const { staff, manager, admin, otherId } = await setupFirm()
    const everything = await listenOnly(admin, staff)
    const stream = await listen(manager)
    expect(await stream.next()).toBe(3)
    await server.database.directory`update directory.users set role = 'INVESTOR' where id = ${manager.userId}`
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const unwatch = watchSessions(server.database, server.streams, server.now)
    vi.advanceTimersByTime(5_000)
    expect(await stream.next()).toBe(3)
    unwatch()
    expect(await staff.write(update('investors', otherId, { phone: '+10001' }, { phone: null }))).toBe(4)
    expect(await everything.next()).toBe(4)
    expect(await staff.write(project())).toBe(5)
    expect(await stream.next()).toBe(5)
  })
})

describe('two streams of one session', () => {
  it('follow a role that was raised and lowered again between their starts', async () => {
    const { staff, manager, otherId } = await setupFirm()
    const setRole = (role: string) =>
      server.database.directory`update directory.users set role = ${role} where id = ${manager.userId}`
    await setRole('INVESTOR')
    await listen(manager)
    await setRole('PORTFOLIO_MANAGER')
    const raised = await listen(manager)
    expect(await raised.next()).toBe(2)
    await setRole('INVESTOR')
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const unwatch = watchSessions(server.database, server.streams, server.now)
    vi.advanceTimersByTime(5_000)
    expect(await raised.next()).toBe(2)
    unwatch()
    await staff.write(update('investors', otherId, { phone: '+10001' }, { phone: null }))
    const shown = await staff.write(project())
    expect(await raised.next()).toBe(shown)
  })
})

describe('without hints', () => {
  it('HINT2 a device that misses all of them still reaches the same rows', async () => {
    const { admin, manager } = await setupFirm()
    const hints = { ...server.hints, publish: () => {}, subscribe: () => () => {} }
    const withoutHints = {
      ...server,
      hints,
      app: createApp({ ...server, hints, streams: createStreams({ ...server, hints }) }),
    }
    const [writer, reader] = [as(withoutHints, admin), as(withoutHints, manager)]
    const seen = await reader.pull()
    const home = project({ name: 'Quay' })
    const number = await writer.write(home)
    expect((await reader.pull(seen)).rows).toMatchObject([['projects', home.id, number, { name: 'Quay' }]])
  })
})

describe('hints that this node missed', () => {
  it('HINT2 are caught up after reconnecting: staff get the firm’s number, an investor their own', async () => {
    const { admin, investor: account, ownId, otherId, staff } = await setupFirm()
    const [all, own, idle] = [await listenOnly(admin, staff), await listen(account), await listen(account)]
    expect([await own.next(), await idle.next()]).toEqual([2, 2])
    const silent = as({ ...server, app: createApp({ ...server, hints: silentHints }) }, admin)
    const theirs = await silent.write(update('investors', ownId, { phone: '+10001' }, { phone: null }))
    const last = await silent.write(update('investors', otherId, { phone: '+10001' }, { phone: null }))
    await cutListener()
    expect([await all.next(), await own.next(), await idle.next()]).toEqual([last, theirs, theirs])
  })

  it('HINT2 HINT5 may have been about a link', async () => {
    const { admin, investor: account, otherId, staff } = await setupFirm()
    const [all, stream] = [await listenOnly(admin, staff), await listen(account)]
    expect(await stream.next()).toBe(2)
    await link({ ...server, hints: silentHints }, admin, account, otherId)
    await cutListener()
    expect([await all.next(), await stream.next()]).toEqual([4, 4])
    const number = await staff.write(update('investors', otherId, { phone: '+10001' }, { phone: null }))
    expect([await all.next(), await stream.next()]).toEqual([number, number])
  })

  it('HINT2 may have been missed because the database was away: each stream repeats its number', async () => {
    const { manager } = await setupFirm()
    const stream = await listen(manager)
    expect(await stream.next()).toBe(2)
    await cutListener()
    expect(await stream.next()).toBe(2)
  })

  it('HINT2 end a stream whose user cannot be read, and the device opens it again soon', async () => {
    const { manager } = await setupFirm()
    const sessions = { viewerOf: () => Promise.reject(new Unavailable('The database is away')) }
    const stream = await listen(manager, createApp({ ...server, streams: createStreams({ ...server, sessions }) }))
    expect(await stream.next()).toBe(2)
    await cutListener()
    expect(await stream.rest()).toMatch(goodbye)
  })

  it('HINT1 do not include any write while a stream opens', async () => {
    const { admin, manager, staff } = await setupFirm()
    const everything = await listenOnly(admin, staff)
    const written = Promise.withResolvers<number | null>()
    const database: typeof server.database = {
      ...server.database,
      async tenant(...given) {
        const read = await server.database.tenant(...given)
        written.resolve(await staff.write(project()))
        await everything.next()
        return read
      },
    }
    const streams = createStreams({ ...server, database })
    const stream = await listen(manager, createApp({ ...server, streams }))
    expect([await stream.next(), await stream.next()]).toEqual([3, await written.promise])
  })
})

describe('HEAD', () => {
  it('returns the headers of the stream and opens none', async () => {
    const { manager } = await setupFirm()
    const subscribe = vi.fn<Hints['subscribe']>((...given) => server.hints.subscribe(...given))
    const hints = { ...server.hints, subscribe }
    const app = createApp({ ...server, hints, streams: createStreams({ ...server, hints }) })
    const request = (method: string) => app.request('/api/sync/stream', { method, headers: { cookie: manager.cookie } })
    const head = await request('HEAD')
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect(subscribe).not.toHaveBeenCalled()
    await (await request('GET')).body?.cancel()
    expect(subscribe).toHaveBeenCalledTimes(1)
  })
})

describe('the end of a stream', () => {
  it('HINT3 comes with the sign-out', async () => {
    const { manager, admin } = await setupFirm()
    const [ended, other] = [await listen(manager), await listen(admin)]
    await Promise.all([ended.next(), other.next()])
    await as(server, manager).post('/api/logout', {})
    expect(await ended.next()).toBeUndefined()
    await as(server, admin).write(project())
    expect(await other.next()).toBe(3)
  })

  const long = 30 * 86_400_000
  const before = (ms: number) => new Date(server.now().getTime() - ms).toISOString()

  it.each<[string, (userId: string) => PromiseLike<unknown>]>([
    ['deactivated', (id) => server.database.directory`update directory.users set is_active = false where id = ${id}`],
    [
      'revoked',
      (id) => server.database.directory`update directory.sessions set ended_as = 'revoked' where user_id = ${id}`,
    ],
    [
      'expired',
      (id) => server.database.directory`update directory.sessions set expire = ${before(0)} where user_id = ${id}`,
    ],
    [
      'unused',
      (id) =>
        server.database.directory`update directory.sessions set last_used = ${before(long)} where user_id = ${id}`,
    ],
  ])('HINT3 comes within seconds after the session is over, wherever it ended: %s', async (_, end) => {
    const { manager, admin } = await setupFirm()
    const [ended, other] = [await listen(manager), await listen(admin)]
    await Promise.all([ended.next(), other.next()])
    await end(manager.userId)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const unwatch = watchSessions(server.database, server.streams, server.now)
    vi.advanceTimersByTime(5_000)
    expect(await ended.next()).toBeUndefined()
    unwatch()
    await as(server, admin).write(project())
    expect(await other.next()).toBe(3)
  })

  it('is refused to people who are not signed in', async () => {
    expect((await as(server, null).get('/api/sync/stream')).status).toBe(401)
  })
})

describe('a stream that ends', () => {
  it('gives a reconnect time when the server stops, and no new one opens', async () => {
    const { admin } = await createFirm(server)
    const streams = createStreams(server)
    const app = createApp({ ...server, streams })
    const stream = await listen(admin, app)
    streams.stop()
    expect(await stream.rest()).toMatch(goodbye)
    const refused = await as({ ...server, app }, admin).get('/api/sync/stream')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect(server.unexpectedErrors.splice(0).join()).toContain('The server stops')
  })

  it('after an hour is opened again', async () => {
    const { admin } = await createFirm(server)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stream = await listen(admin)
    for (let beat = 0; beat < 179; beat++) {
      expect(await stream.next()).toBeGreaterThanOrEqual(0)
      vi.advanceTimersByTime(20_000)
    }
    vi.advanceTimersByTime(20_000)
    expect(await stream.rest()).toMatch(goodbye)
  })

  it('is the oldest of a session that opens an eleventh', async () => {
    const { admin } = await createFirm(server)
    const streams = []
    for (let i = 0; i < 11; i++) streams.push(await listen(admin))
    expect(await streams[0]!.rest()).toMatch(goodbye)
    const number = await as(server, admin).write(project())
    for (const stream of streams.slice(1)) {
      await stream.next()
      expect(await stream.next()).toBe(number)
    }
  })

  it('is the oldest of a person who opens a thirty-first, over all their sessions', async () => {
    const { admin, tenantId } = await createFirm(server)
    const sessions = [admin]
    for (let i = 0; i < 3; i++) {
      const secret = await server.sessions.begin({ id: admin.userId, tenantId })
      sessions.push({ ...admin, cookie: `holdfast=${secret}` })
    }
    const streams = []
    for (let i = 0; i < 31; i++) streams.push(await listen(sessions[Math.floor(i / 10)]!))
    expect(await streams[0]!.rest()).toMatch(goodbye)
    await streams[1]!.next()
    const number = await as(server, admin).write(project())
    expect(await streams[1]!.next()).toBe(number)
  })

  it('is one of those that a person opens at the same time, over many sessions', async () => {
    const { admin, tenantId } = await createFirm(server)
    const before = server.streams.count()
    const cookies = await Promise.all(
      Array.from({ length: 8 }, () => server.sessions.begin({ id: admin.userId, tenantId })),
    )
    const people = cookies.map((secret) => ({ ...admin, cookie: `holdfast=${secret}` }))
    await Promise.all(Array.from({ length: 120 }, (_, at) => listen(people[at % 8]!)))
    expect(server.streams.count() - before).toBe(30)
  })

  it('ends when its hints are not read', async () => {
    const { admin, tenantId } = await createFirm(server)
    const controller = new AbortController()
    open.add(controller)
    const response = await server.app.request(
      new Request('http://localhost/api/sync/stream', { headers: { cookie: admin.cookie }, signal: controller.signal }),
    )
    const reading = await listen(admin)
    await reading.next()
    for (let number = 1; number <= 40; number++) {
      server.hints.publish(tenantId, { number, audiences: {} })
      expect(await reading.next()).toBe(number)
    }
    const text = await response.text()
    expect(text.match(/event: number/g)!.length).toBeLessThan(20)
  })
})
