import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { findRecipient } from '#server/mail/recipient.ts'
import { createApp } from '#server/test/app.ts'
import { preferences, project } from '#server/test/changes.ts'
import { as, type Device } from '#server/test/device.ts'
import { createFirm, signUp, type TestPerson } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const open = new Set<AbortController>()
afterEach(() => {
  for (const each of open) each.abort()
  open.clear()
})

async function setupFirm() {
  const firm = await createFirm(server)
  return { ...firm, staff: as(server, firm.admin) }
}

const path = ({ userId }: TestPerson) => `/api/users/${userId}`
const change = async (device: Device, person: TestPerson, values: unknown) => {
  const response = await device.patch(path(person), values)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const statusOf = async (device: Device, person: TestPerson, values: unknown) =>
  (await change(device, person, values)).status
const me = async (person: TestPerson) => {
  const response = await as(server, person).get('/api/auth/user')
  return [response.status, await response.json()] as const
}
const audited = (tenantId: string) =>
  server.database.tenant(tenantId, (tx) =>
    tx.query<Record<string, unknown>>(
      `select action, user_id as by, entity_id as id, details->'before' as before, details->'after' as after
from audit_logs where tenant_id = $1 and entity_type = 'users' order by n`,
      [tenantId],
    ),
  )
const activeAdmins = async (tenantId: string) =>
  (
    await server.database.directory`select id from directory.users
    where tenant_id = ${tenantId} and role = 'ADMIN' and is_active`
  ).length

async function listen(person: TestPerson) {
  const controller = new AbortController()
  open.add(controller)
  const { signal } = controller
  const headers = { cookie: person.cookie }
  const response = await server.app.request(new Request('http://localhost/api/sync/stream', { headers, signal }))
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  await reader.read()
  return { next: async () => (await reader.read()).value }
}

describe('GET /api/users', () => {
  it('lists the firm’s people for an administrator, without hashes', async () => {
    const { tenantId, admin, manager, investor, staff } = await setupFirm()
    await setupFirm()
    await signUp(server, tenantId, 'INVESTOR', 'SECRET-HASH')
    const text = await (await staff.get('/api/users')).text()
    const people = JSON.parse(text) as Record<string, unknown>[]
    expect(people.map(({ id }) => id).slice(0, 3)).toEqual([admin.userId, manager.userId, investor.userId])
    expect(people).toHaveLength(4)
    expect(people[1]).toEqual({
      id: manager.userId,
      email: manager.email,
      hasSecondFactor: false,
      firstName: null,
      lastName: null,
      profileImageUrl: null,
      role: 'PORTFOLIO_MANAGER',
      preferredLanguage: null,
      isActive: true,
      lastLogin: expect.any(String),
      invitedBy: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(text).not.toContain('SECRET-HASH')
  })

  it('has pages that contain each person once', async () => {
    const { tenantId, staff } = await setupFirm()
    for (let i = 0; i < 4; i++) await signUp(server, tenantId, 'INVESTOR')
    const seen: unknown[] = []
    const sizes: number[] = []
    let next: string | undefined = '/api/users?limit=3'
    while (next) {
      const response: Response = await staff.get(next)
      const part = (await response.json()) as { id: string }[]
      seen.push(...part.map(({ id }) => id))
      sizes.push(part.length)
      next = /^<(.*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
    }
    expect([sizes, new Set(seen).size]).toEqual([[3, 3, 1], 7])
    expect((await staff.get('/api/users?limit=0')).status).toBe(400)
    expect((await staff.get('/api/users?cursor=x')).status).toBe(400)
  })
})

describe('PATCH /api/users/:id', () => {
  it('sets or clears a language, the default for devices and mails', async () => {
    const { tenantId, admin, manager, staff } = await setupFirm()
    const languagesOf = async () => {
      const profile = (await (await as(server, manager).get('/api/auth/user')).json()) as { preferredLanguage: unknown }
      return [profile.preferredLanguage, (await findRecipient(server.database, manager.userId))!.language]
    }
    expect(await languagesOf()).toEqual([null, 'en'])
    expect((await change(staff, manager, { preferredLanguage: 'fr' })).body).toMatchObject({ preferredLanguage: 'fr' })
    expect(await languagesOf()).toEqual(['fr', 'fr'])
    expect(await statusOf(staff, manager, { preferredLanguage: 'de' })).toBe(400)
    await as(server, manager).write(preferences(manager.userId, { language: 'tr' }))
    expect(await languagesOf()).toEqual(['fr', 'tr'])
    expect(await statusOf(staff, manager, { preferredLanguage: null })).toBe(200)
    expect((await languagesOf())[0]).toBe(null)
    expect(await audited(tenantId)).toMatchObject([
      { by: admin.userId, before: { preferredLanguage: null }, after: { preferredLanguage: 'fr' } },
      { by: admin.userId, before: { preferredLanguage: 'fr' }, after: { preferredLanguage: null } },
    ])
  })

  it('changes names, role and status, with the former values in the audit trail', async () => {
    const { tenantId, admin, manager, staff } = await setupFirm()
    const values = { firstName: 'Ada', lastName: '', role: 'INVESTOR', email: 'x@example.com', passwordHash: 'x' }
    expect(await change(staff, manager, values)).toMatchObject({
      status: 200,
      body: { id: manager.userId, firstName: 'Ada', lastName: null, role: 'INVESTOR', email: manager.email },
    })
    expect(await audited(tenantId)).toEqual([
      {
        action: 'users.update',
        by: admin.userId,
        id: manager.userId,
        before: { firstName: null, role: 'PORTFOLIO_MANAGER' },
        after: { firstName: 'Ada', role: 'INVESTOR' },
      },
    ])
    expect(await statusOf(staff, manager, { firstName: 'Ada' }), 'nothing new').toBe(200)
    expect(await statusOf(staff, manager, {})).toBe(200)
    expect(await audited(tenantId)).toHaveLength(1)
  })

  it.each([
    { role: 'OWNER' },
    { role: null },
    { role: ['ADMIN'] },
    { isActive: 'no' },
    { isActive: null },
    { firstName: 'x'.repeat(256) },
    { lastName: 'a\u0000b' },
    [],
    'role',
  ])('refuses %j and changes nothing', async (values) => {
    const { tenantId, manager, staff } = await setupFirm()
    expect(await statusOf(staff, manager, values)).toBe(400)
    expect(await me(manager)).toMatchObject([200, { role: 'PORTFOLIO_MANAGER' }])
    expect(await audited(tenantId)).toEqual([])
  })

  it('ignores inherited property names', async () => {
    const { manager, staff } = await setupFirm()
    expect(await statusOf(staff, manager, '{"__proto__":{"role":"ADMIN"}}')).toBe(200)
    expect(await me(manager)).toMatchObject([200, { role: 'PORTFOLIO_MANAGER' }])
  })
})

it('cannot change a shared demo account', async () => {
  const { admin, manager } = await setupFirm()
  const shown = [{ ...server.demo.shown[0]!, email: manager.email }]
  const app = createApp({ ...server, demo: { ...server.demo, shown } })
  const staff = as({ ...server, app }, admin)
  for (const values of [{ role: 'INVESTOR' }, { isActive: false }, { firstName: 'Ada' }])
    expect(await change(staff, manager, values)).toMatchObject({ status: 409, body: { code: 'DEMO' } })
  expect((await staff.post(`${path(manager)}/reset`, {})).status).toBe(409)
  expect(await me(manager)).toMatchObject([200, { role: 'PORTFOLIO_MANAGER', firstName: null }])
  expect(await statusOf(staff, admin, { firstName: 'Ada' }), 'others may change').toBe(200)
})

it('administrators cannot reset their own password or second factor', async () => {
  const { admin, manager, tenantId, staff } = await setupFirm()
  for (const action of ['reset', 'reset-totp']) {
    expect((await staff.post(`${path(admin)}/${action}`, {})).status).toBe(403)
    expect((await staff.post(`/api/users/${admin.userId.toUpperCase()}/${action}`, {})).status).toBe(403)
  }
  expect(await audited(tenantId)).toEqual([])
  expect((await staff.post(`${path(manager)}/reset`, {})).status).toBe(200)
})

describe('the last active administrator', () => {
  it.each([{ role: 'PORTFOLIO_MANAGER' }, { role: 'INVESTOR' }, { isActive: false }])(
    'stays: %j is refused',
    async (values) => {
      const { tenantId, admin, staff } = await setupFirm()
      const gone = await signUp(server, tenantId, 'ADMIN')
      expect(await statusOf(staff, gone, { isActive: false })).toBe(200)
      expect(await change(staff, admin, { ...values, firstName: 'Ada' })).toEqual({
        status: 409,
        body: { message: 'A firm must have at least one active administrator.', code: 'LAST_ADMIN' },
      })
      expect(await me(admin)).toMatchObject([200, { role: 'ADMIN', firstName: null }])
      expect(await statusOf(staff, admin, { firstName: 'Ada' }), 'names may change').toBe(200)
    },
  )

  it.each([{ role: 'INVESTOR' }, { isActive: false }])(
    'stays when two replace each other in parallel: %j',
    async (values) => {
      for (let i = 0; i < 5; i++) {
        const { tenantId, admin } = await setupFirm()
        const other = await signUp(server, tenantId, 'ADMIN')
        const statuses = await Promise.all([
          statusOf(as(server, admin), other, values),
          statusOf(as(server, other), admin, values),
        ])
        expect(statuses.toSorted((a, b) => a - b)[0]).toBe(200)
        expect(statuses.toSorted((a, b) => a - b)[1]).toBeGreaterThanOrEqual(401)
        expect(await activeAdmins(tenantId)).toBe(1)
      }
    },
  )

  it('stays when two leave in parallel', async () => {
    for (let i = 0; i < 5; i++) {
      const { tenantId, admin } = await setupFirm()
      const other = await signUp(server, tenantId, 'ADMIN')
      const statuses = await Promise.all(
        [admin, other].map((each) => statusOf(as(server, each), each, { role: 'INVESTOR' })),
      )
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(await activeAdmins(tenantId)).toBe(1)
    }
  })

  it('a demoted administrator’s waiting request does nothing', async () => {
    const { tenantId, admin, manager } = await setupFirm()
    const other = await signUp(server, tenantId, 'ADMIN')
    const [began, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const demotion = server.database.directory.begin(async (sql) => {
      await sql`select id from directory.tenants where id = ${tenantId} for no key update`
      await sql`update directory.users set role = 'INVESTOR' where id = ${other.userId}`
      began.resolve()
      await mayEnd.promise
    })
    await began.promise
    const late = statusOf(as(server, other), manager, { role: 'ADMIN' })
    const waiting = () => server.database.tenant(tenantId, (tx) => tx.query('select 1 from pg_locks where not granted'))
    await expect.poll(waiting).not.toHaveLength(0)
    mayEnd.resolve()
    await demotion
    expect(await late).toBe(403)
    expect(await me(manager)).toMatchObject([200, { role: 'PORTFOLIO_MANAGER' }])
    expect(await me(admin)).toMatchObject([200, { role: 'ADMIN' }])
  })
})

describe('a former administrator', () => {
  const linkOf = async (response: Response): Promise<string> => ((await response.json()) as { link: string }).link
  const statusOfLink = async (link: string): Promise<number> => (await server.app.request(link)).status
  const invite = (by: Device) =>
    by.post('/api/user-invitations', { email: `${randomUUID()}@example.com`, role: 'ADMIN' })

  it.each([{ isActive: false }, { role: 'PORTFOLIO_MANAGER' }])(
    'cannot use links that they have seen: %o',
    async (values) => {
      const { tenantId, staff, manager } = await setupFirm()
      const leavingAdmin = await signUp(server, tenantId, 'ADMIN')
      const theirs = as(server, leavingAdmin)
      const own = (await (await invite(theirs)).json()) as { id: string; link: string }
      const others = (await (await invite(staff)).json()) as { id: string; link: string }
      const again = (await (await invite(staff)).json()) as { id: string; link: string }
      const sentAgain = await linkOf(await theirs.post(`/api/user-invitations/${again.id}/resend`, undefined))
      const reset = await linkOf(await theirs.post(`${path(manager)}/reset`, undefined))
      const links = [own.link, others.link, sentAgain, reset]
      expect(await Promise.all(links.map(statusOfLink))).toEqual([200, 200, 200, 200])
      expect(await statusOf(staff, leavingAdmin, { firstName: 'Ada' })).toBe(200)
      expect(await Promise.all(links.map(statusOfLink))).toEqual([200, 200, 200, 200])
      expect(await statusOf(staff, leavingAdmin, values)).toBe(200)
      expect(await Promise.all(links.map(statusOfLink))).toEqual([404, 200, 404, 404])
      const trail = await server.database.tenant(tenantId, (tx) =>
        tx.query<{ id: string }>(
          `select entity_id as id from audit_logs where tenant_id = $1 and action = 'userInvitations.revoke'`,
          [tenantId],
        ),
      )
      expect(trail.map(({ id }) => id).toSorted()).toEqual([own.id, again.id].toSorted())
      expect((await staff.post(`/api/user-invitations/${own.id}/resend`, undefined)).status).toBe(409)
    },
  )

  it('loses own links, but none of other firms or people', async () => {
    const [here, there] = [await setupFirm(), await setupFirm()]
    const leavingAdmin = await signUp(server, here.tenantId, 'ADMIN')
    const link = await linkOf(await invite(there.staff))
    const reset = await linkOf(await there.staff.post(`${path(there.manager)}/reset`, undefined))
    expect(await statusOf(here.staff, leavingAdmin, { isActive: false })).toBe(200)
    expect(await Promise.all([link, reset].map(statusOfLink))).toEqual([200, 200])
  })
})

describe('a new role or status', () => {
  it('reaches a device at its next contact, as a new scope', async () => {
    const { manager, staff } = await setupFirm()
    const device = as(server, manager)
    await device.write(project({ isVisibleToInvestors: false }), project())
    const { to, epoch, scope } = await device.pull()
    await change(staff, manager, { role: 'INVESTOR' })
    const stale = await device.get(`/api/sync/feed?after=${to}&epoch=${epoch}&scope=${scope}`)
    expect([stale.status, await stale.json()]).toMatchObject([409, { code: 'SCOPE', narrowed: true }])
    const now = await device.pull()
    expect(now.rows).toHaveLength(1)
    expect(now.to, 'past their own changes').toBeGreaterThanOrEqual(to)
    expect(await device.attempt(project())).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('ends switched roles of the person’s sessions', async () => {
    const { tenantId, investor, staff } = await setupFirm()
    await server.database.directory`update directory.tenants set is_demo = true where id = ${tenantId}`
    expect((await as(server, investor).patch('/api/auth/user/role', { role: 'ADMIN' })).status).toBe(200)
    await change(staff, investor, { role: 'PORTFOLIO_MANAGER' })
    expect(await me(investor)).toMatchObject([200, { role: 'PORTFOLIO_MANAGER' }])
  })

  it('is sent to open streams immediately', async () => {
    const { manager, staff } = await setupFirm()
    const device = as(server, manager)
    const number = await device.write(project({ isVisibleToInvestors: false }))
    const stream = await listen(manager)
    await change(staff, manager, { role: 'INVESTOR' })
    expect(await stream.next()).toContain(`{"number":${number + 1}}`)
  })

  it('a deactivation ends streams and requests immediately', async () => {
    const { manager, staff } = await setupFirm()
    const stream = await listen(manager)
    expect(await statusOf(staff, manager, { isActive: false })).toBe(200)
    let last: string | undefined
    do last = await stream.next()
    while (last !== undefined)
    expect(await me(manager)).toMatchObject([401, { code: 'UNAUTHORIZED', reason: 'deactivated' }])
    expect((await as(server, manager).send([])).status, 'the device is revoked').toBe(403)
  })
})
