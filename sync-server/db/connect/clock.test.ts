import { beforeEach, describe, expect, it, vi } from 'vitest'
import { demoOf } from '#server/demo/demo.ts'
import { jobsOf } from '#server/jobs.ts'
import { queueJob, claimDueJob } from '#server/jobs/queue.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { createApp } from '#server/test/app.ts'
import { change, create, project } from '#server/test/changes.ts'
import { as, type Device } from '#server/test/device.ts'
import { createFirm, signUp } from '#server/test/firm.ts'
import { noPush } from '#server/test/services/push-service.ts'
import { password, passwordHash } from '#server/test/password.ts'
import { postForm } from '#server/test/post-form.ts'
import { setupServer } from '#server/test/server.ts'
import { uploading } from '#server/test/uploading.ts'
import { openClock, runningAgo } from './clock.ts'
import { openDatabase } from './database.ts'
import type { Directory } from './directory.ts'

const server = await setupServer({ demo: demoOf(false) })
const { clock, database } = server
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

beforeEach(() => database.clock.read())

async function moveClock(ms: number): Promise<void> {
  clock.advance(ms)
  await database.clock.read()
}

async function run(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= day) await moveClock(Math.min(left, day))
}

const signIn = (email: string, app = server.app, given = password) =>
  postForm(app, '/api/login', { email, password: given })

async function setupPerson() {
  const { tenantId } = await createFirm(server)
  return signUp(server, tenantId, 'ADMIN', passwordHash)
}

const jobs = jobsOf({ files: server.files, writeHead: async () => {}, push: noPush })

const lookForJobs = (tenantId: string) => createWorker({ ...server, jobs }).checkFirm(tenantId)

describe('after a clock was wrong, people of the same address sign in', () => {
  for (const ms of [400 * day, 10 * minute, -hour])
    it(`by ${ms / minute} minutes`, async () => {
      const [one, two] = [await setupPerson(), await setupPerson()]
      if (ms > 0) await moveClock(ms)
      expect((await signIn(one.email)).status).toBe(303)
      await moveClock(-Math.abs(ms))
      expect([(await signIn(one.email)).status, (await signIn(two.email)).status]).toEqual([303, 303])
    })

  it('at two nodes whose clocks differ by 60 s', async () => {
    const [one, two] = [await setupPerson(), await setupPerson()]
    const ahead = createApp({ ...server, now: () => new Date(clock.now().getTime() + minute) })
    expect([(await signIn(one.email, ahead)).status, (await signIn(two.email)).status]).toEqual([303, 303])
  })

  it('also when it was ahead while they were paused, or counted', async () => {
    const person = await setupPerson()
    await moveClock(400 * day)
    for (let i = 0; i < 10; i++) expect((await signIn(person.email, server.app, 'wrong')).status).toBe(401)
    expect((await signIn(person.email)).status).toBe(429)
    await moveClock(-400 * day)
    for (let i = 0; i < 10; i++) expect((await signIn(person.email, server.app, 'wrong')).status).toBe(401)
    expect((await signIn(person.email)).status, 'they are still counted').toBe(429)
  })
})

describe('a clock that is 400 days ahead', () => {
  it('ends no session, whether it is set right or not', async () => {
    const { cookie } = await setupPerson()
    const me = as(server, { cookie })
    await moveClock(400 * day)
    expect((await me.get('/api/auth/user')).status).toBe(200)
    await moveClock(-400 * day + minute)
    expect((await me.get('/api/auth/user')).status).toBe(200)
    await moveClock(400 * day)
    for (let i = 0; i < 4; i++) {
      await run(20 * day)
      expect((await me.get('/api/auth/user')).status, `${20 * (i + 1)} days later`).toBe(200)
    }
    await run(20 * day)
    expect((await me.get('/api/auth/user')).status, 'no session lasts longer than 90 days').toBe(401)
  })

  it('does not extend a session that it began', async () => {
    const { userId: id, tenantId } = await setupPerson()
    await moveClock(400 * day)
    const secret = (await server.sessions.begin({ id, tenantId }))!
    await moveClock(-400 * day)
    expect(await server.sessions.find(secret)).toHaveProperty('person')
    await run(31 * day)
    expect(await server.sessions.find(secret)).toMatchObject({ ended: 'expired' })
  })

  it('deletes no session, verdict or upload, whether it is set right or not', async () => {
    const { admin, tenantId } = await createFirm(server)
    const staff = as(server, admin)
    const document = create('documents', { name: 'Plan', projectId: (await setupProject(staff)).id })
    await staff.push(change(document), change(project({ type: 'CASTLE' })))
    const plan = { id: document.id, filename: 'plan.pdf', filetype: 'application/pdf' }
    expect((await uploading(server, admin).begin(plan, 1_000)).status).toBe(201)
    const before = await remembered(tenantId)
    expect(Object.values(before)).toEqual([3, 3, 1])
    await moveClock(400 * day)
    await lookForJobs(tenantId)
    await moveClock(-400 * day + minute)
    await lookForJobs(tenantId)
    expect(await remembered(tenantId)).toEqual(before)
    await moveClock(400 * day)
    for (let i = 0; i < 4; i++) {
      await run(day)
      await lookForJobs(tenantId)
    }
    expect(await remembered(tenantId)).toEqual({ ...before, verdicts: 2 })
  })

  it('does not delay jobs or invitations until then', async () => {
    const { tenantId } = await createFirm(server)
    const ran: string[] = []
    const kind = `mail-${tenantId}`
    const worker = createWorker({ ...server, jobs: { [kind]: { run: async (_, { key }) => void ran.push(key) } } })
    await moveClock(400 * day)
    await database.tenant(tenantId, (tx) => queueJob(tx, { kind, key: 'one', runAt: clock.now() }))
    const taken = await database.tenant(tenantId, (tx) =>
      claimDueJob(tx, { [kind]: { run: async () => {} } }, clock.now()),
    )
    expect(taken).toMatchObject({ key: 'one' })
    await moveClock(-400 * day)
    await worker.checkFirm(tenantId)
    expect(ran).toEqual(['one'])
  })
})

describe('the time', () => {
  it('comes from the database, independent of the machine’s clock', async () => {
    const own = await openDatabase(server.ownerUrl, 2)
    try {
      const [{ at }] = await own.directory<[{ at: string }]>`select clock_timestamp() as at`
      vi.useFakeTimers({ now: Date.now() + 400 * day, toFake: ['Date'] })
      expect(Math.abs(own.clock.now().getTime() - Date.parse(at))).toBeLessThan(minute)
    } finally {
      vi.useRealTimers()
      await own.close()
    }
  })

  it('is read again immediately after the machine has slept', async () => {
    const hours = (n: number) => new Date(Date.parse('2026-03-15T10:00:00.000Z') + n * hour)
    let [at, queries] = [hours(0), 0]
    const respond = async ([text]: TemplateStringsArray) =>
      ++queries && text!.includes('clock_timestamp')
        ? [{ at: at.toISOString() }]
        : [{ at: at.toISOString(), stableSince: '', leaps: [] }]
    const asleep = await openClock(respond as Directory)
    try {
      at = hours(2)
      vi.useFakeTimers({ now: Date.now() + 2 * hour, toFake: ['Date'] })
      const before = queries
      asleep.now()
      expect(queries, 'before the next regular look').toBe(before + 1)
      await expect.poll(() => asleep.now().getTime()).toBeGreaterThanOrEqual(hours(2).getTime())
    } finally {
      vi.useRealTimers()
      asleep.stop()
    }
  })

  it('without a running server, or skipped by a clock jump, does not count', () => {
    const at = (text: string) => new Date(`2026-${text}T00:00:00.000Z`)
    const leaps = [
      { from: at('05-01').toISOString(), to: at('06-01').toISOString() },
      { from: at('02-01').toISOString(), to: at('03-01').toISOString() },
    ]
    const ago = (days: number) =>
      runningAgo(leaps, at('06-11'), days * day)
        .toISOString()
        .slice(5, 10)
    expect([0, 10, 11, 71, 72].map(ago)).toEqual(['06-11', '06-01', '04-30', '03-01', '01-31'])
    expect(runningAgo(leaps, at('04-01'), 10 * day)).toEqual(at('03-22'))
  })
})

const setupProject = async (staff: Device) => {
  const quay = project()
  await staff.write(quay)
  return quay
}

async function remembered(tenantId: string) {
  const count = async (rows: Promise<readonly unknown[]>) => (await rows).length
  return {
    sessions: await count(database.directory`select 1 from directory.sessions where tenant_id = ${tenantId}`),
    ...(await database.tenant(tenantId, async (tx) => ({
      verdicts: await count(tx.query('select 1 from verdicts where tenant_id = $1', [tenantId])),
      files: await count(tx.query('select 1 from files where tenant_id = $1', [tenantId])),
    }))),
  }
}
