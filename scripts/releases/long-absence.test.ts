import { expect, it, onTestFinished } from 'vitest'
import { jobsOf } from '#server/jobs.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { remove, update } from '#server/test/changes.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { as, foldRows } from '#server/test/device.ts'
import { createFirm, signUp } from '#server/test/firm.ts'
import { openServer } from '#server/test/server.ts'
import { noPush } from '#server/test/services/push-service.ts'
import type { Fetch } from '#web/store/base/deps.ts'
import { ada, Device } from '#web/store/test/device.ts'
import { withoutFields } from '#web/store/test/older-definitions.ts'
import { idOf, synced, waitForStatus } from './person-store.ts'

const dayMs = 86_400_000

async function setup() {
  const { ownerUrl, drop } = await createTestDatabase()
  const server = await openServer(ownerUrl)
  onTestFinished(async () => {
    await server.close()
    await drop()
  })
  const firm = await createFirm(server)
  const { userId, email, role, cookie } = await signUp(server, firm.tenantId, 'PORTFOLIO_MANAGER')
  const session = { cookie, isOnline: true }
  const fetch: Fetch = async (path, init) => {
    if (!session.isOnline) throw new TypeError('Failed to fetch')
    const headers = new Headers(init.headers)
    headers.set('cookie', session.cookie)
    return server.app.request(path, { ...init, headers } as RequestInit)
  }
  const identity = { ...ada, id: userId, tenantId: firm.tenantId, email, role }
  const device = new Device()
  const worker = createWorker({
    ...server,
    jobs: jobsOf({ files: server.files, writeHead: async () => {}, push: noPush }),
  })
  return {
    server,
    colleague: as(server, firm.admin),
    session,
    open: () => device.open({ identity, fetch, now: () => server.now().getTime() }),
    signInAgain: async () => {
      session.cookie = `holdfast=${await server.sessions.begin({ id: userId, tenantId: firm.tenantId })}`
    },
    passDays: async (days: number) => {
      // A longer step would look like a clock that was wrong.
      for (let day = 0; day < days; day += 2) {
        server.clock.advance(2 * dayMs)
        await server.database.clock.read()
        await server.database.directory`
          update directory.sessions set last_used = ${server.now().toISOString()},
            expire = ${new Date(server.now().getTime() + 3 * dayMs).toISOString()} where user_id <> ${userId}`
        await worker.checkAllFirms()
      }
    },
  }
}

it('a device that was away for 90 days sends its work to a newer version, once, and shows what it cannot send', async () => {
  const { server, colleague, session, open, signInAgain, passDays } = await setup()
  const grow = withoutFields('projects', 'duration', 'paymentInstallment')
  const before = await open()
  const [kept, removed] = [
    await idOf(before.create('projects', { name: 'Harbour', type: 'AGRICULTURE' })),
    await idOf(before.create('projects', { name: 'Quay', type: 'AGRICULTURE' })),
  ]
  await synced(before)

  session.isOnline = false
  const project = (id: string) => before.table('projects').get(id)!
  const created = await idOf(before.create('projects', { name: 'Tower', type: 'AGRICULTURE' }))
  const investor = await idOf(before.create('investors', { firstName: 'Ines', email: 'ines@firm.test' }))
  await idOf(
    before.create('investments', {
      projectId: created,
      investorId: investor,
      amount: '250000',
      investmentDate: '2026-03-01',
    }),
  )
  await before.update('projects', project(kept), { name: 'Harbour II' })
  await before.update('projects', project(removed), { name: 'Quay II' })
  await before.close()

  await colleague.write(update('projects', kept, { location: 'Beirut' }, { location: null }))
  await colleague.write(remove('projects', removed))
  await passDays(90)
  grow()

  const offline = await open()
  expect(offline.table('projects').get(created)).toMatchObject({ name: 'Tower', paymentInstallment: '6_MONTHS' })
  expect(offline.status.waiting).toBe(5)
  session.isOnline = true
  offline.networkChanged()
  await waitForStatus(offline, ({ connection }) => connection === 'signed-out')
  expect(offline.status.waiting).toBe(5)
  await offline.close()

  await signInAgain()
  const after = await open()
  await waitForStatus(after, ({ waiting, syncing, connection }) => waiting === 0 && !syncing && connection === 'online')
  const rows = foldRows((await colleague.pull()).rows)
  expect(rows.get(`projects ${kept}`)).toMatchObject({ name: 'Harbour II', location: 'Beirut' })
  expect([...rows.keys()].filter((key) => key.startsWith('investments'))).toHaveLength(1)
  const undecided = after.outbox().filter(({ state }) => state !== 'settled')
  expect(undecided).toMatchObject([
    { state: 'attention', ops: [{ id: removed, fields: { name: 'Quay II' } }], verdict: { code: 'DELETED' } },
  ])
  expect(server.unexpectedErrors).toEqual([])
})
