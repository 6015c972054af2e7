import { describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#server/db/connect/database.ts'
import { createApp } from '#server/test/app.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const limited = () => ({ ...server, app: createApp({ ...server, requestsPerMinute: 4 }) })

it('a session beyond its limit gets Retry-After from every call', async () => {
  const here = limited()
  const { admin, manager } = await createFirm(server)
  const staff = as(here, admin)
  for (const path of ['/api/projects', '/api/auth/user', '/api/sync/feed?after=0&epoch=&scope='])
    expect((await staff.get(path)).status).toBe(200)
  expect((await staff.get(`/files/${admin.userId}`)).status).toBe(404)
  const refused = await staff.get('/api/projects')
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    429,
    '15',
    { code: 'RATE_LIMITED' },
  ])
  expect((await as(here, manager).get('/api/projects')).status).toBe(200)
  server.clock.advance(15_000)
  expect((await staff.get('/api/projects')).status).toBe(200)
  expect((await staff.get('/api/projects')).status).toBe(429)
})

it('two sessions of one person have separate limits', async () => {
  const here = limited()
  const { admin } = await createFirm(server)
  const [one, two] = [
    as(here, admin),
    as(here, { cookie: `holdfast=${await server.sessions.begin({ id: admin.userId, tenantId: admin.tenantId })}` }),
  ]
  for (let times = 0; times < 4; times++) await one.get('/api/projects')
  expect([(await one.get('/api/projects')).status, (await two.get('/api/projects')).status]).toEqual([429, 200])
})

it('a person’s limit over all sessions is three times a session’s', async () => {
  const here = limited()
  const { admin, manager } = await createFirm(server)
  const begin = async () => `holdfast=${await server.sessions.begin({ id: admin.userId, tenantId: admin.tenantId })}`
  const devices = [admin.cookie, await begin(), await begin(), await begin()].map((cookie) => as(here, { cookie }))
  for (const device of devices.slice(0, 3))
    for (let times = 0; times < 4; times++) expect((await device.get('/api/projects')).status).toBe(200)
  expect((await devices[3]!.get('/api/projects')).status).toBe(429)
  expect((await as(here, manager).get('/api/projects')).status).toBe(200)
})

it('requests without a session are limited per address, without affecting signed-in people', async () => {
  const app = createApp({ ...server, anonymousRequestsPerMinute: 4, proxies: 1 })
  const request = async (path: string, address: string, cookie = '') =>
    (await app.request(path, { headers: { 'x-forwarded-for': address, cookie } })).status
  const { admin } = await createFirm(server)
  expect(await request('/api/login', '10.0.0.1')).toBe(200)
  expect(await request('/api/auth/user', '10.0.0.1', 'holdfast=made-up')).toBe(401)
  expect(await request('/api/auth/reset?token=x', '10.0.0.1')).toBe(404)
  expect(await request('/files/x', '10.0.0.1')).toBe(401)
  expect([await request('/api/login', '10.0.0.1'), await request('/api/login', '10.0.0.2')]).toEqual([429, 200])
  expect(await request('/api/projects', '10.0.0.1', admin.cookie)).toBe(200)
  for (let host = 1; host <= 4; host++) await request('/api/login', `2001:db8::${host}`)
  expect(await request('/api/login', '2001:db8::5')).toBe(429)
})

describe('a statement of the database', () => {
  function setupCounted() {
    let count = 0
    const find: typeof server.sessions.find = (secret) => {
      count += 1
      return server.sessions.find(secret)
    }
    const app = createApp({
      ...server,
      sessions: { ...server.sessions, find },
      requestsPerMinute: 5,
      anonymousRequestsPerMinute: 4,
      proxies: 1,
    })
    const request = async (path: string, cookie: string, address = '10.0.0.1') =>
      (await app.request(path, { headers: { 'x-forwarded-for': address, cookie } })).status
    const counted = () => count
    return { request, counted }
  }

  it('is not made for made-up cookies beyond the limit of an address, on no path', async () => {
    const { request, counted } = setupCounted()
    const statuses = []
    for (let i = 0; i < 30; i++)
      for (const path of ['/', '/api/login', '/api/projects', '/files/x'])
        statuses.push(await request(path, `holdfast=made-up-${i}`))
    expect(counted()).toBe(4)
    expect(statuses.slice(8)).toEqual(Array.from({ length: 28 }, () => [404, 429, 429, 429]).flat())
    expect(await request('/api/projects', 'holdfast=made-up', '10.0.0.2')).toBe(401)
  })

  it('is made for a signed-in person up to their own limit, whatever others at their address do', async () => {
    const { request, counted } = setupCounted()
    const { admin } = await createFirm(server)
    expect(await request('/api/projects', admin.cookie)).toBe(200)
    for (let i = 0; i < 10; i++) await request('/api/projects', `holdfast=made-up-${i}`)
    expect(counted()).toBe(4)
    for (let times = 0; times < 4; times++) expect(await request('/api/projects', admin.cookie)).toBe(200)
    for (let times = 0; times < 10; times++) expect(await request('/api/projects', admin.cookie)).toBe(429)
    expect(counted()).toBe(8)
  })

  it('is not made for the cookie of a session that has ended, beyond the limit of an address', async () => {
    const { request, counted } = setupCounted()
    const { admin } = await createFirm(server)
    expect(await request('/api/projects', admin.cookie)).toBe(200)
    await server.database.directory`
      update directory.sessions set ended_as = 'expired', ended_at = now() where user_id = ${admin.userId}`
    for (let i = 0; i < 10; i++) await request('/api/projects', admin.cookie)
    expect(counted()).toBe(5)
  })

  it('is made for two requests of a session or an address concurrently, while others do not wait', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    let count = 0
    let isHeld = false
    const find: typeof server.sessions.find = async (secret) => {
      if (isHeld && secret !== other) {
        count += 1
        await gate
      }
      return server.sessions.find(secret)
    }
    const app = createApp({ ...server, sessions: { ...server.sessions, find }, proxies: 1 })
    const request = async (cookie: string, address: string) =>
      (await app.request('/api/auth/user', { headers: { 'x-forwarded-for': address, cookie } })).status
    const { admin, manager } = await createFirm(server)
    const other = manager.cookie.split('=')[1]
    expect(await request(admin.cookie, '10.0.0.1')).toBe(200)
    isHeld = true
    const burst = Array.from({ length: 20 }, (_, i) => [
      request(admin.cookie, '10.0.0.1'),
      request(`holdfast=made-up-${i}`, '10.0.0.2'),
    ]).flat()
    expect(await request(manager.cookie, '10.0.0.3')).toBe(200)
    expect(count).toBe(4)
    open()
    expect(await Promise.all(burst)).toEqual(Array.from({ length: 20 }, () => [200, 401]).flat())
    expect(count).toBe(40)
  })

  it('is made once in two seconds for any number of health checks, which no limit stops', async () => {
    const database = await openDatabase(server.ownerUrl, 1, server.now)
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    try {
      const app = createApp({ ...server, database, anonymousRequestsPerMinute: 1 })
      const writes = async () => {
        const [row] = await server.database.directory<
          { xmin: string }[]
        >`select xmin::text as xmin from directory.clock`
        return row!.xmin
      }
      expect((await app.request('/readyz')).status).toBe(200)
      const before = await writes()
      const statuses = await Promise.all(
        Array.from({ length: 200 }, async (_, i) => (await app.request(i % 2 ? '/readyz' : '/healthz')).status),
      )
      expect([new Set(statuses), await writes()]).toEqual([new Set([200]), before])
    } finally {
      clock.mockRestore()
      await database.close()
    }
  })
})
