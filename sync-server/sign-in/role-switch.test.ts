import { describe, expect, it } from 'vitest'
import { demoOf } from '#server/demo/demo.ts'
import type { Directory } from '#server/db/connect/directory.ts'
import { demoFirms } from '#server/demo/accounts.ts'
import { createApp } from '#server/test/app.ts'
import { project } from '#server/test/changes.ts'
import { as, type Device } from '#server/test/device.ts'
import { createFirm, numberOf } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

async function setupFirm(app = server.app, isDemo = true) {
  const firm = await createFirm(server)
  await server.database.directory`update directory.tenants set is_demo = ${isDemo} where id = ${firm.tenantId}`
  const here = { ...server, app }
  const hidden = project({ isVisibleToInvestors: false })
  await as(server, firm.admin).write(hidden, project())
  const managerId = firm.manager.userId
  return {
    ...firm,
    managerId,
    staff: as(here, firm.admin),
    manager: as(here, firm.manager),
    reader: as(here, firm.investor),
  }
}

const setRole = (userId: string, role: string) =>
  server.database.directory`update directory.users set role = ${role} where id = ${userId}`
const setActive = (userId: string, isActive: boolean) =>
  server.database.directory`update directory.users set is_active = ${isActive} where id = ${userId}`

const switchTo = async (device: Device, role: unknown) => {
  const response = await device.patch('/api/auth/user/role', { role })
  return [response.status, ((await response.json()) as { role?: string }).role]
}
const roleOf = async (device: Device) => ((await (await device.get('/api/auth/user')).json()) as { role: string }).role
const countOf = async (device: Device) => (await device.pull()).rows.length

describe('the role switcher of the demo', () => {
  it('gives the session another role’s visibility and rights, and back', async () => {
    const { staff, tenantId } = await setupFirm()
    const seen = await staff.pull()
    expect(await switchTo(staff, 'INVESTOR')).toEqual([200, 'INVESTOR'])
    expect([await roleOf(staff), await countOf(staff)]).toEqual(['INVESTOR', 1])
    const stale = await staff.get(`/api/sync/feed?after=${seen.to}&epoch=${seen.epoch}&scope=${seen.scope}`)
    expect([stale.status, await stale.json()]).toMatchObject([409, { code: 'SCOPE', narrowed: true }])
    expect(await staff.attempt(project())).toMatchObject({ code: 'FORBIDDEN' })
    expect(await switchTo(staff, 'ADMIN')).toEqual([200, 'ADMIN'])
    expect([await roleOf(staff), await countOf(staff)]).toEqual(['ADMIN', 2])
    expect(await numberOf(server, tenantId)).toBe(3)
  })

  it('PULL3 as an investor the feed still contains the session’s earlier writes', async () => {
    const { staff, manager } = await setupFirm()
    const number = await staff.write(project({ isVisibleToInvestors: false }))
    await switchTo(staff, 'INVESTOR')
    const { to } = await staff.page()
    expect(to).toBeGreaterThanOrEqual(number)
    await manager.write(project({ isVisibleToInvestors: false }))
    expect((await staff.page()).to).toBe(to)
  })

  it('allows any role, and leaves other sessions alone', async () => {
    const { reader, investor: account, tenantId } = await setupFirm()
    const second = await server.sessions.begin({ id: account.userId, tenantId })
    expect(await switchTo(reader, 'PORTFOLIO_MANAGER')).toEqual([200, 'PORTFOLIO_MANAGER'])
    expect(await countOf(reader)).toBe(2)
    expect(await roleOf(as(server, { cookie: `holdfast=${second}` }))).toBe('INVESTOR')
  })

  it('is audited', async () => {
    const { staff, tenantId, admin } = await setupFirm()
    await switchTo(staff, 'INVESTOR')
    const rows = await server.database.tenant(tenantId, (tx) =>
      tx.query('select action, user_id as "by", details from audit_logs where tenant_id = $1 order by n desc limit 1', [
        tenantId,
      ]),
    )
    expect(rows).toMatchObject([
      {
        action: 'users.actAs',
        by: admin.userId,
        details: { before: { role: 'ADMIN' }, after: { role: 'INVESTOR' } },
      },
    ])
    const chain = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ same: boolean }>(
        `select t.audit_hash = (select hash from audit_logs where tenant_id = $1 order by n desc limit 1) as same
from tenant_numbers t where t.tenant_id = $1`,
        [tenantId],
      ),
    )
    expect(chain).toEqual([{ same: true }])
  })

  it.each(['INVESTOR', 'ADMIN'])('ends when the person’s own role becomes %s', async (own) => {
    const { manager, managerId } = await setupFirm()
    expect(await switchTo(manager, own === 'ADMIN' ? 'INVESTOR' : 'ADMIN')).toMatchObject([200, expect.any(String)])
    await setRole(managerId, own)
    expect(await roleOf(manager)).toBe(own)
    await setRole(managerId, 'PORTFOLIO_MANAGER')
    expect(await roleOf(manager)).toBe('PORTFOLIO_MANAGER')
    expect(await switchTo(manager, 'INVESTOR')).toEqual([200, 'INVESTOR'])
  })

  it('ends when the person is deactivated, even without a request in between', async () => {
    const { reader, investor: account } = await setupFirm()
    expect(await switchTo(reader, 'ADMIN')).toEqual([200, 'ADMIN'])
    await setActive(account.userId, false)
    await setActive(account.userId, true)
    expect(await roleOf(reader)).toBe('INVESTOR')
  })

  function meanwhile(before: () => Promise<unknown>): typeof server.app {
    const { directory } = server.database
    const begin: Directory['begin'] = (work) =>
      directory.begin((sql) => {
        const late = (async (text: TemplateStringsArray, ...values: unknown[]) => {
          if (text.join('').includes('set acting_role')) await before()
          return sql(text, ...values)
        }) as typeof sql
        return work(late)
      })
    const late = Object.assign(((...given: [TemplateStringsArray]) => directory(...given)) as Directory, { begin })
    return createApp({ ...server, database: { ...server.database, directory: late } })
  }
  const actsOf = (tenantId: string) =>
    server.database.tenant(tenantId, (tx) =>
      tx.query(`select id from audit_logs where tenant_id = $1 and action = 'users.actAs'`, [tenantId]),
    )

  it('is refused without a trace when the person’s role changes at the same moment', async () => {
    const { reader, investor: account, tenantId } = await setupFirm()
    const app = meanwhile(() => setRole(account.userId, 'PORTFOLIO_MANAGER'))
    expect(await switchTo(as({ ...server, app }, account), 'ADMIN')).toEqual([409, undefined])
    expect(await roleOf(reader)).toBe('PORTFOLIO_MANAGER')
    expect(await actsOf(tenantId)).toEqual([])
  })

  it('waits for a running role change, and is then refused', async () => {
    const { reader, investor: account, tenantId } = await setupFirm()
    const { directory } = server.database
    const changed = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const change = directory.begin(async (sql) => {
      await sql`update directory.users set role = 'PORTFOLIO_MANAGER' where id = ${account.userId}`
      changed.resolve()
      await mayEnd.promise
    })
    await changed.promise
    const switched = switchTo(reader, 'ADMIN')
    const waiting = () =>
      server.database.tenant(tenantId, (tx) =>
        tx.query(`select 1 from pg_locks where not granted and locktype = 'transactionid'`, []),
      )
    await expect.poll(waiting).toHaveLength(1)
    mayEnd.resolve()
    await change
    expect(await switched).toEqual([409, undefined])
    expect(await roleOf(reader)).toBe('PORTFOLIO_MANAGER')
    expect(await actsOf(tenantId)).toEqual([])
  })

  it('is refused when the session ends at the same moment', async () => {
    const { investor: account, tenantId } = await setupFirm()
    const app = meanwhile(
      () => server.database.directory`delete from directory.sessions where user_id = ${account.userId}`,
    )
    expect(await switchTo(as({ ...server, app }, account), 'ADMIN')).toEqual([409, undefined])
    expect(await actsOf(tenantId)).toEqual([])
  })

  it.each(['OWNER', '', null, 5])('refuses %j as a role', async (role) => {
    const { staff } = await setupFirm()
    expect((await switchTo(staff, role))[0]).toBe(400)
    expect(await roleOf(staff)).toBe('ADMIN')
  })
})

describe('elsewhere', () => {
  it('is off', async () => {
    const { staff } = await setupFirm(createApp({ ...server, demo: demoOf(false) }))
    expect((await switchTo(staff, 'INVESTOR'))[0]).toBe(403)
  })

  it('is off for the other firms of a server that runs the demo too', async () => {
    const { reader } = await setupFirm(server.app, false)
    expect((await switchTo(reader, 'ADMIN'))[0]).toBe(403)
    expect(await roleOf(reader)).toBe('INVESTOR')
  })

  it('is off for a firm with the name of a demo firm', async () => {
    const { reader, tenantId } = await setupFirm(server.app, false)
    await server.database.directory`update directory.tenants set name = ${demoFirms[0]} where id = ${tenantId}`
    expect((await switchTo(reader, 'ADMIN'))[0]).toBe(403)
  })

  it('only narrows where a firm enables it', async () => {
    const { manager } = await setupFirm(createApp({ ...server, demo: demoOf(false), mayNarrowRole: true }))
    expect((await switchTo(manager, 'ADMIN'))[0]).toBe(403)
    expect(await switchTo(manager, 'INVESTOR')).toEqual([200, 'INVESTOR'])
    expect((await switchTo(manager, 'ADMIN'))[0]).toBe(403)
    expect(await switchTo(manager, 'PORTFOLIO_MANAGER')).toEqual([200, 'PORTFOLIO_MANAGER'])
  })
})
