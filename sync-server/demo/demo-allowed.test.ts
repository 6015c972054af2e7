import { describe, expect, it, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { demoOf } from './demo.ts'
import { createApp } from '#server/test/app.ts'
import { asOwner } from '#server/test/database.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { demoPassword } from './accounts.ts'
import { endDemoSessions, mayDemo } from './demo-allowed.ts'
import { seedDemo } from './seed.ts'
import { disableUnsafeDemo } from './watch-demo.ts'

const server = await setupServer()

async function decide(env: Record<string, string>) {
  const warn = vi.fn<(message: string) => void>()
  return { isOn: await mayDemo(readConfig(env), server.database, warn), warned: warn.mock.calls.flat().join() }
}

async function signIn(app = server.app) {
  const origin = 'http://localhost'
  const body = new URLSearchParams({ email: 'admin@demo.test', password: demoPassword })
  return app.request('/api/login', { method: 'POST', headers: { origin }, body })
}

describe('demo accounts', () => {
  it('are on by default on a local server without another firm', async () => {
    await seedDemo(server)
    expect(await decide({})).toEqual({ isOn: true, warned: '' })
    expect(await decide({ DEMO: '0' })).toEqual({ isOn: false, warned: '' })
  })

  it('need DEMO=1 on a public server, and a warning is logged', async () => {
    for (const env of [{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://portfolio.example.com' }]) {
      expect(await decide(env)).toEqual({ isOn: false, warned: expect.stringContaining('DEMO=1') })
      const forced = await decide({ ...env, DEMO: '1' })
      expect(forced).toEqual({ isOn: true, warned: expect.stringContaining('everybody knows') })
    }
  })

  it('need DEMO=1 beside another firm', async () => {
    await createFirm(server)
    expect(await decide({})).toEqual({ isOn: false, warned: expect.stringContaining('DEMO=1') })
    expect(await decide({ DEMO: '1' })).toEqual({ isOn: true, warned: expect.stringContaining('a firm') })
  })

  it('need DEMO=1 beside another firm, whatever its name', async () => {
    const { tenantId } = await createFirm(server)
    const { directory } = server.database
    await directory`update directory.tenants set name = 'Real ' || name where name = 'Demo Capital'`
    await directory`update directory.tenants set name = 'Demo Capital' where id = ${tenantId}`
    expect(await decide({})).toMatchObject({ isOn: false })
    await asOwner(server, (sql) => sql`delete from directory.tenants where not is_demo`)
    expect(await decide({})).toMatchObject({ isOn: true })
  })

  it('are disabled, with their sessions, when a real firm is created, unless DEMO=1', async () => {
    const demo = demoOf(true)
    const app = createApp({ ...server, demo })
    const cookie = (await signIn(app)).headers.get('set-cookie')!.split(';')[0]!
    const meStatus = async () => (await app.request('/api/auth/user', { headers: { cookie } })).status
    const warn = vi.fn<(message: string) => void>()
    const runWatcher = (env: Record<string, string>) =>
      disableUnsafeDemo({ config: readConfig(env), database: server.database, demo, warn })
    await runWatcher({})
    expect([demo.isOn, await meStatus(), warn.mock.calls]).toEqual([true, 200, []])
    await createFirm(server)
    await runWatcher({ DEMO: '1' })
    expect([demo.isOn, await meStatus(), warn.mock.calls]).toEqual([true, 200, []])
    await runWatcher({})
    expect([demo.isOn, await meStatus(), (await signIn(app)).status]).toEqual([false, 401, 401])
    await runWatcher({})
    expect(warn.mock.calls).toEqual([[expect.stringContaining('DEMO=1')]])
  })

  it('cannot sign in or stay signed in while the demo is off', async () => {
    const cookie = (await signIn()).headers.get('set-cookie')!.split(';')[0]!
    const meStatus = async () => (await server.app.request('/api/auth/user', { headers: { cookie } })).status
    expect(await meStatus()).toBe(200)
    await endDemoSessions(server.database)
    expect(await meStatus()).toBe(401)
    expect((await signIn(createApp({ ...server, demo: demoOf(false) }))).status).toBe(401)
    expect((await signIn()).status).toBe(303)
  })
})
