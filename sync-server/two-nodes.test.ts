import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyTrail } from './entities/audit-logs/verify-trail.ts'
import { demoOf } from './demo/demo.ts'
import { jobsOf } from './jobs.ts'
import type { JobKind } from './jobs/job.ts'
import { createWorker } from './jobs/worker.ts'
import { watchSessions } from './sync/watch-sessions.ts'
import { change, create, investment, investor, project, update } from './test/changes.ts'
import { as } from './test/device.ts'
import { createFirm, link, signUp, type TestPerson } from './test/firm.ts'
import { password, passwordHash } from './test/password.ts'
import { postForm } from './test/post-form.ts'
import { openServer, setupServer, type TestServer } from './test/server.ts'
import { noPush } from './test/services/push-service.ts'

const routes = [[], []] as readonly [string[], string[]]
const counting = (node: 0 | 1) => ({
  onRequest: ({ route }: { readonly route: string }) => void routes[node].push(route),
})
const first = await setupServer({ demo: demoOf(false), ...counting(0) })
let second: TestServer
const unwatch: (() => void)[] = []

beforeAll(async () => {
  const options = { now: first.now, demo: demoOf(false), ...counting(1) }
  second = (await openServer(first.ownerUrl, options)) as TestServer
  for (const { database, streams, now } of [first, second]) unwatch.push(watchSessions(database, streams, now))
})
afterAll(async () => {
  for (const stop of unwatch) stop()
  await second.close()
})

const nodes = () => [first, second] as const

async function follow(node: TestServer, person: TestPerson) {
  const response = await as(node, person).get('/api/sync/stream')
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const numbers: number[] = []
  return {
    numbers,
    async receives(number: number): Promise<boolean> {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return false
        const received = Number(/"number":(\d+)/.exec(value)?.[1])
        numbers.push(received)
        if (received >= number) return true
      }
    },
    async ended(): Promise<void> {
      while (!(await reader.read()).done);
    },
    stop: () => reader.cancel(),
  }
}

it('a write reaches the streams and feed of the other node, for its audience only', async () => {
  const { admin, manager, investor: client } = await createFirm(first)
  const [own, other] = [investor(), investor()]
  await as(first, admin).write(own, other)
  await link(first, admin, client, own.id)
  const stranger = await createFirm(second)
  const streams = [await follow(second, manager), await follow(second, client), await follow(second, stranger.admin)]
  const [staff, person, others] = streams as [(typeof streams)[0], (typeof streams)[0], (typeof streams)[0]]
  const hidden = await as(first, admin).write(update('investors', other.id, { notes: 'x' }, { notes: null }))
  expect(await staff.receives(hidden)).toBe(true)
  const theirs = await as(first, admin).write(update('investors', own.id, { phone: '+10001' }, { phone: null }))
  expect([await staff.receives(theirs), await person.receives(theirs)]).toEqual([true, true])
  expect((await as(second, client).pull()).to).toBe(theirs)
  expect((await as(second, manager).pull()).rows).toEqual((await as(first, manager).pull()).rows)
  await as(first, stranger.admin).write(project())
  expect([await others.receives(1), others.numbers]).toEqual([true, [0, 1]])
  await Promise.all(streams.map((each) => each.stop()))
})

it('a sign-out, a revocation and a deactivation end the streams of the other node', async () => {
  const { admin, manager, investor: client, tenantId } = await createFirm(first)
  const deactivated = await signUp(first, tenantId, 'PORTFOLIO_MANAGER')
  const follower = await follow(second, admin)
  const streams = await Promise.all([manager, client, deactivated].map((person) => follow(second, person)))
  const staff = as(first, admin)
  const devices = (await (await staff.get('/api/devices')).json()) as { id: string; userId: string }[]
  const device = devices.find(({ userId }) => userId === client.userId)!
  const responses = await Promise.all([
    as(first, manager).post('/api/logout', undefined),
    staff.post(`/api/devices/${device.id}/revoke`, undefined),
    staff.patch(`/api/users/${deactivated.userId}`, { isActive: false }),
  ])
  expect(responses.map(({ status }) => status < 400)).toEqual([true, true, true])
  const known = async (person: TestPerson) => {
    const response = await as(second, person).get('/api/auth/user')
    return [response.status, ((await response.json()) as { reason?: string }).reason]
  }
  expect(await Promise.all([manager, client, deactivated].map(known))).toEqual([
    [401, undefined],
    [401, 'revoked'],
    [401, 'deactivated'],
  ])
  await Promise.all(streams.map((each) => each.ended()))
  expect(await follower.receives(await staff.write(project()))).toBe(true)
  await follower.stop()
})

it('a removed link reaches the other node and narrows the feed there', async () => {
  const { admin, investor: client } = await createFirm(first)
  const own = investor()
  await as(first, admin).write(own)
  await link(first, admin, client, own.id)
  const stream = await follow(second, client)
  const before = await as(second, client).pull()
  expect(before.rows.map(([entity]) => entity)).toContain('investors')
  expect((await as(first, admin).post(`/api/investors/${own.id}/unlink`, { userId: client.userId })).status).toBe(200)
  expect(await stream.receives(before.to + 1)).toBe(true)
  const narrowed = await as(second, client).get(
    `/api/sync/feed?${new URLSearchParams({ after: String(before.to), epoch: before.epoch, scope: before.scope }).toString()}`,
  )
  expect([narrowed.status, await narrowed.json()]).toMatchObject([409, { code: 'SCOPE', narrowed: true }])
  expect((await as(second, client).pull()).rows).toEqual([])
  await stream.stop()
})

it('parallel changes get numbers of one order, the same change one verdict, and one valid audit trail', async () => {
  const { admin, manager, tenantId } = await createFirm(first)
  const people = [as(first, admin), as(second, manager)] as const
  const rounds = Array.from({ length: 10 }, () => people.map((device) => device.write(project())))
  const numbers = await Promise.all(rounds.flat())
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  const same = change(project({ name: 'Sent twice' }))
  const verdicts = await Promise.all([as(first, admin).push(same), as(second, admin).push(same)])
  expect(verdicts[0]).toEqual(verdicts[1])
  const { rows } = await people[1].pull()
  expect(rows.filter(([, , , fields]) => fields?.['name'] === 'Sent twice')).toHaveLength(1)
  const refused = await Promise.all(nodes().map((node) => as(node, manager).get('/api/users')))
  expect(refused.map(({ status }) => status)).toEqual([403, 403])
  await Promise.all(nodes().map(({ events }) => events.flush()))
  const trail = await verifyTrail(first.database, first.auditKeys, tenantId, [])
  expect([trail.findings, trail.entries]).toEqual([[], 21 + 2])
})

it('parallel changes of one field are one accepted change and one conflict', async () => {
  const { admin, manager } = await createFirm(first)
  const home = project({ name: 'Harbour' })
  await as(first, admin).write(home)
  const rename = (name: string) => update('projects', home.id, { name }, { name: 'Harbour' })
  const verdicts = await Promise.all([
    as(first, admin).attempt(rename('Quay')),
    as(second, manager).attempt(rename('Port')),
  ])
  expect(verdicts.map(({ verdict }) => verdict).toSorted()).toEqual(['applied', 'conflict'])
})

it('wrong passwords are counted together', async () => {
  const { tenantId } = await createFirm(first)
  const { email } = await signUp(first, tenantId, 'INVESTOR', passwordHash)
  const signIn = async ({ app }: TestServer, given: string) =>
    (await postForm(app, '/api/login', { email, password: given })).status
  const wrong: number[] = []
  for (let i = 0; i < 11; i++) wrong.push(await signIn(nodes()[i % 2]!, 'a wrong one'))
  expect(wrong).toEqual([...Array<number>(10).fill(401), 429])
  expect([await signIn(first, password), await signIn(second, password)]).toEqual([429, 429])
})

it('an import at one node occupies the user’s slot at both', async () => {
  const { admin, tenantId } = await createFirm(first)
  const form = () => {
    const data = new FormData()
    data.set('entity', 'investors')
    data.set('map', JSON.stringify({ columns: { Name: 'fullName', Mail: 'email' } }))
    data.set('file', new File(['Name,Mail\nAda,ada@example.com\n'], 'a.csv'))
    return data
  }
  const send = async ({ app }: TestServer) =>
    app.request('/api/imports', {
      method: 'POST',
      headers: { cookie: admin.cookie, origin: 'http://localhost' },
      body: form(),
    })
  const statuses = (await Promise.all(nodes().map(send))).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 429])
  expect((await send(second)).status).toBe(200)
  const people = (await as(first, admin).pull()).rows.filter(([entity]) => entity === 'investors')
  expect([people.length, tenantId]).toEqual([1, admin.tenantId])
})

it('jobs of both nodes run and write once', async () => {
  const { admin, tenantId } = await createFirm(first)
  const contact = create('referrals', { name: 'Rana' })
  const [home, omar] = [project(), investor({ referralId: contact.id })]
  const terms = { commissionPercentage: '1', frequency: 'MONTHLY', referralId: contact.id, projectId: home.id }
  const held = { status: 'FUNDED', investmentDate: '2025-09-15' }
  await as(first, admin).write(contact, home, omar, create('referralCommissions', terms))
  await as(first, admin).write(investment(home.id, omar.id, held))
  const ran: string[] = []
  const heads: string[] = []
  const jobs = jobsOf({ files: first.files, writeHead: async (line) => void heads.push(line), push: noPush })
  const workers = nodes().map((node) =>
    createWorker({ ...node, jobs, onRun: (kind, outcome) => void ran.push(`${kind} ${outcome}`) }),
  )
  await Promise.all(workers.map((worker) => worker.checkFirm(tenantId)))
  expect(ran.toSorted()).toEqual(
    Object.entries<JobKind>(jobs)
      .flatMap(([kind, { everyMs }]) => (everyMs === undefined ? [] : [`${kind} done`]))
      .toSorted(),
  )
  expect(heads.filter((line) => line.includes('"records"')).length).toBe(1)
  const count = async (entity: string) =>
    (await as(second, admin).pull()).rows.filter(([name]) => name === entity).length
  const written = [await count('commissions'), await count('analyticsData')]
  expect(written).toEqual([6, 1])
  first.clock.advance(24 * 3_600_000)
  await Promise.all(workers.map((worker) => worker.checkFirm(tenantId)))
  expect([await count('commissions'), await count('analyticsData')]).toEqual(written)
})

it('each node counts its own responses', async () => {
  const { admin } = await createFirm(first)
  const count = (calledRoutes: readonly string[]): number =>
    calledRoutes.filter((route) => route === '/api/openapi.json').length
  const before = routes.map(count)
  for (const node of [first, second, second]) expect((await as(node, admin).get('/api/openapi.json')).status).toBe(200)
  expect(routes.map((each, i) => count(each) - before[i]!)).toEqual([1, 2])
})

it('the second node logged nothing unexpected', () => expect(second.unexpectedErrors).toEqual([]))
