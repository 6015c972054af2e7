import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSessions, sidOf } from '#server/auth/sessions.ts'
import { createApp } from '#server/test/app.ts'
import { project } from '#server/test/changes.ts'
import { as, type Device } from '#server/test/device.ts'
import { createFirm, type TestPerson } from '#server/test/firm.ts'
import { morning, setupServer } from '#server/test/server.ts'
import { createStreams } from '#server/sync/stream.ts'
import { watchSessions } from '#server/sync/watch-sessions.ts'
import { forgetSessions } from './forget-sessions.ts'
import type { SignIn } from './list-sessions.ts'

const server = await setupServer()
const day = 86_400_000
const tablet = 'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const open = new Set<AbortController>()
afterEach(() => {
  vi.useRealTimers()
  for (const each of open) each.abort()
  open.clear()
})

async function setupFirm() {
  const firm = await createFirm(server)
  return { ...firm, staff: as(server, firm.admin) }
}

const signIn = async (person: TestPerson, userAgent = tablet): Promise<TestPerson> => {
  const secret = await server.sessions.begin({ id: person.userId, tenantId: person.tenantId }, userAgent)
  return { ...person, cookie: `holdfast=${secret}` }
}
const list = async (device: Device, collection = 'devices') =>
  (await (await device.get(`/api/${collection}`)).json()) as SignIn[]
const mine = async (person: TestPerson) => (await list(as(server, person))).find(({ isThis }) => isThis)!
const revoke = async (device: Device, id: string) => {
  const response = await device.post(`/api/devices/${id}/revoke`, undefined)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const me = async (person: TestPerson) => {
  const response = await as(server, person).get('/api/auth/user')
  return [response.status, ((await response.json()) as { reason?: string }).reason]
}
const feed = (person: TestPerson, headers: Record<string, string>) =>
  as(server, person).get('/api/sync/feed?after=0', headers)

async function listen(person: TestPerson, app = server.app) {
  const controller = new AbortController()
  open.add(controller)
  const { signal } = controller
  const request = new Request('http://localhost/api/sync/stream', { headers: { cookie: person.cookie }, signal })
  const reader = (await app.request(request)).body!.getReader()
  await reader.read()
  return async () => {
    while (!(await reader.read()).done);
  }
}

describe('GET /api/devices', () => {
  it('describes the person’s own devices only', async () => {
    const { investor, manager } = await setupFirm()
    const second = await signIn(investor)
    expect(await list(as(server, second))).toEqual([
      expect.objectContaining({ device: null, isThis: false, userId: investor.userId }),
      {
        id: expect.any(String),
        userId: investor.userId,
        device: 'Chrome on Android tablet',
        version: null,
        unsent: null,
        createdAt: server.now().toISOString(),
        lastUsed: server.now().toISOString(),
        endedAs: null,
        endedAt: null,
        isThis: true,
      },
    ])
    expect(await list(as(server, manager))).toHaveLength(1)
  })

  it('lists all devices of the firm for an administrator', async () => {
    const [{ staff, admin, manager, investor }] = [await setupFirm(), await setupFirm()]
    const people = (await list(staff)).map(({ userId }) => userId)
    expect(people.toSorted()).toEqual([admin, manager, investor].map(({ userId }) => userId).toSorted())
    const text = await (await staff.get('/api/sessions')).text()
    for (const { cookie } of [admin, manager, investor]) expect(text).not.toContain(cookie.split('=')[1])
    expect(text).not.toContain('sid')
  })

  it('has pages', async () => {
    const { staff } = await setupFirm()
    const first = await staff.get('/api/devices?limit=2')
    const next = /^<(.*)>; rel="next"$/.exec(first.headers.get('link')!)![1]!
    const second = await staff.get(next)
    expect([((await first.json()) as unknown[]).length, ((await second.json()) as unknown[]).length]).toEqual([2, 1])
    expect(second.headers.get('link')).toBeNull()
  })

  it('shows the reported version and number of unsent changes', async () => {
    const { manager } = await setupFirm()
    await feed(manager, { 'holdfast-unsent': '12', 'holdfast-protocol': '1' })
    expect(await mine(manager)).toMatchObject({ unsent: 12, version: 1 })
    await feed(manager, {})
    expect(await mine(manager), 'nothing was said').toMatchObject({ unsent: 12, version: 1 })
    await feed(manager, { 'holdfast-unsent': '0' })
    expect(await mine(manager)).toMatchObject({ unsent: 0 })
  })

  it.each([
    ['999999999', 99_999],
    ['9'.repeat(400), 5],
    ['-1', 5],
    ['1.5', 5],
    ['1e3', 5],
    ["1'; drop table x", 5],
    ['', 5],
  ])('the feed accepts any device report: %s', async (report, unsent) => {
    const { manager } = await setupFirm()
    await feed(manager, { 'holdfast-unsent': '5' })
    expect((await feed(manager, { 'holdfast-unsent': report })).status).toBe(200)
    expect(await mine(manager)).toMatchObject({ unsent })
  })
})

describe('POST /api/devices/:id/revoke', () => {
  it('ends that session only; it is known as revoked for 90 days, and its changes are refused', async () => {
    const { manager, tenantId } = await setupFirm()
    const lost = await signIn(manager)
    const { id } = await mine(lost)
    expect(await revoke(as(server, manager), id)).toMatchObject({
      status: 200,
      body: { id, endedAs: 'revoked', endedAt: server.now().toISOString(), device: 'Chrome on Android tablet' },
    })
    expect([await me(lost), await me(manager)]).toEqual([
      [401, 'revoked'],
      [200, undefined],
    ])
    expect((await as(server, lost).send([])).status, 'HELD1 it keeps its work for its owner').toBe(401)
    expect((await list(as(server, manager))).map((each) => each.id)).not.toContain(id)
    expect(await list(as(server, manager), 'sessions')).toContainEqual(
      expect.objectContaining({ id, endedAs: 'revoked' }),
    )
    await forgetSessions.run(server, { tenantId, kind: 'forgetSessions', key: '', payload: {}, doneAt: null })
    expect(await me(lost)).toEqual([401, 'revoked'])
    server.clock.advance(91 * day)
    await forgetSessions.run(server, { tenantId, kind: 'forgetSessions', key: '', payload: {}, doneAt: null })
    expect(await me(lost)).toEqual([401, undefined])
  })

  it.each(['revoked', 'expired', 'deactivated'] as const)(
    'HELD1 an administrator revokes a device whose session is %s, visible for 90 days, and audited once',
    async (endedAs) => {
      const { staff, admin, manager, investor, tenantId } = await setupFirm()
      const lost = await signIn(manager)
      const { id } = await mine(lost)
      if (endedAs === 'revoked') await revoke(as(server, manager), id)
      if (endedAs === 'deactivated') await staff.patch(`/api/users/${manager.userId}`, { isActive: false })
      server.clock.advance(endedAs === 'expired' ? 31 * day : 1)
      const keeper = endedAs === 'expired' ? as(server, await signIn(admin)) : staff
      expect(await list(keeper)).toContainEqual(expect.objectContaining({ id, endedAs }))
      expect((await as(server, lost).send([])).status).toBe(endedAs === 'deactivated' ? 403 : 401)
      const others = endedAs === 'expired' ? await signIn(investor) : investor
      expect((await revoke(as(server, others), id)).status).toBe(404)
      for (const _ of [1, 2]) expect(await revoke(keeper, id)).toMatchObject({ status: 200, body: { id } })
      const push = await as(server, lost).send([])
      expect([push.status, await push.json()]).toMatchObject([403, { code: 'WIPE' }])
      expect((await list(keeper)).map((each) => each.id)).not.toContain(id)
      const entries = await server.database.tenant(tenantId, (tx) =>
        tx.query(
          `select user_id as by from audit_logs where tenant_id = $1 and entity_id = $2 and action = 'sessions.revoke'
and details->>'withdraws' = 'true'`,
          [tenantId, id],
        ),
      )
      expect(entries).toEqual([{ by: admin.userId }])
    },
  )

  it('HELD1 people cannot revoke their own devices or undo an administrator’s revocation', async () => {
    const { staff, manager } = await setupFirm()
    const lost = await signIn(manager)
    const { id } = await mine(lost)
    await revoke(staff, id)
    await revoke(as(server, manager), id)
    expect((await as(server, lost).send([])).status).toBe(403)
    expect((await list(as(server, manager))).map((each) => each.id)).not.toContain(id)
  })

  it('is audited once, even for parallel requests', async () => {
    const { staff, admin, investor, tenantId } = await setupFirm()
    const { id } = await mine(investor)
    const responses = await Promise.all([revoke(staff, id), revoke(staff, id)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const entries = await server.database.tenant(tenantId, (tx) =>
      tx.query(
        `select user_id as by, entity_id as id, details->>'userId' as whose from audit_logs
where tenant_id = $1 and action = 'sessions.revoke'`,
        [tenantId],
      ),
    )
    expect(entries).toEqual([{ by: admin.userId, id, whose: investor.userId }])
    expect((await me(investor))[1]).toBe('revoked')
  })

  it('ends the device’s streams immediately on this node and within 5 s on others, as does expiry', async () => {
    const { staff, manager, investor, admin } = await setupFirm()
    const streams = createStreams(server)
    const other = createApp({ ...server, streams })
    const [idle, old, kept] = [await signIn(manager), await signIn(investor), await signIn(admin)]
    const ended = [
      await listen(manager),
      await listen(manager, other),
      await listen(idle, other),
      await listen(old, other),
    ]
    await listen(kept, other)
    const { directory } = server.database
    const age = ({ cookie }: TestPerson, to: Readonly<Record<string, string>>) =>
      directory`update directory.sessions set ${directory(to)} where sid = ${sidOf(cookie.split('=')[1]!)}`
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const unwatch = watchSessions(server.database, streams, server.now)
    await revoke(staff, (await mine(manager)).id)
    await age(idle, { last_used: new Date(server.now().getTime() - 31 * day).toISOString() })
    await age(old, { expire: morning })
    await ended[0]!()
    vi.advanceTimersByTime(5_000)
    await Promise.all(ended.slice(1).map((each) => each()))
    expect([...streams.sessions().keys()]).toEqual([sidOf(kept.cookie.split('=')[1]!)])
    unwatch()
  })

  it('stops a waiting request of the revoked administrator', async () => {
    const { tenantId, admin, manager } = await setupFirm()
    const [began, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const revocation = server.database.directory.begin(async (sql) => {
      await sql`select id from directory.tenants where id = ${tenantId} for no key update`
      await sql`update directory.sessions set ended_as = 'revoked' where user_id = ${admin.userId}`
      began.resolve()
      await mayEnd.promise
    })
    await began.promise
    const late = as(server, admin).patch(`/api/users/${manager.userId}`, { role: 'ADMIN' })
    const waiting = () => server.database.tenant(tenantId, (tx) => tx.query('select 1 from pg_locks where not granted'))
    await expect.poll(waiting).not.toHaveLength(0)
    mayEnd.resolve()
    await revocation
    expect((await late).status).toBe(403)
  })
})

describe('an ended session', () => {
  async function forgetAfter(days: number, tenantId: string): Promise<void> {
    server.clock.advance(days * day)
    await forgetSessions.run(server, { tenantId, kind: 'forgetSessions', key: '', payload: {}, doneAt: null })
  }

  it('of a deactivated person stays ended after reactivation', async () => {
    const { staff, manager } = await setupFirm()
    const setActive = (isActive: boolean) => staff.patch(`/api/users/${manager.userId}`, { isActive })
    await setActive(false)
    expect(await me(manager)).toEqual([401, 'deactivated'])
    await setActive(true)
    expect(await me(manager)).toEqual([401, 'deactivated'])
    expect((await me(await signIn(manager)))[0]).toBe(200)
    expect((await list(staff, 'sessions')).filter(({ endedAs }) => endedAs === 'deactivated')).toHaveLength(1)
  })

  it('is listed as expired if it grew too old, and deleted 90 days later', async () => {
    const { manager, tenantId } = await setupFirm()
    server.clock.advance(31 * day)
    expect(await me(manager)).toEqual([401, 'expired'])
    const again = await signIn(manager)
    expect((await list(as(server, again), 'sessions')).map(({ endedAs }) => endedAs)).toEqual(['expired', null])
    expect(await list(as(server, again))).toHaveLength(1)
    await forgetAfter(0, tenantId)
    expect(await me(manager)).toEqual([401, 'expired'])
    await forgetAfter(90, tenantId)
    expect(await me(manager)).toEqual([401, undefined])
  })

  it('whose device is revoked after it expired is deleted 90 days after the revocation', async () => {
    const { admin, manager, tenantId } = await setupFirm()
    const lost = await signIn(manager)
    const { id } = await mine(lost)
    server.clock.advance(40 * day)
    await revoke(as(server, await signIn(admin)), id)
    await forgetAfter(85, tenantId)
    expect(await me(lost)).toEqual([401, 'revoked'])
    await forgetAfter(6, tenantId)
    expect(await me(lost)).toEqual([401, undefined])
  })

  it('is not revived by a late request', async () => {
    const { staff, manager } = await setupFirm()
    const sessions = createSessions(server.database, server.now)
    const found = await sessions.find(manager.cookie.split('=')[1]!)
    await revoke(staff, (await mine(manager)).id)
    if (!found || 'ended' in found) throw new Error('The session has ended')
    await sessions.recordReport(found, { version: 1, unsent: 3 })
    expect(await me(manager)).toEqual([401, 'revoked'])
    expect((await as(server, manager).send([project()])).status).toBe(403)
  })
})
