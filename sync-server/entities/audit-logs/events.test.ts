import { hash as hashPassword } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import type { AuditTrailEntry } from '#schema/entities/audit-logs/audit-entry.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { entryColumns, unkeyedHash } from '#server/records/audit/audit-chain.ts'
import { createEvents } from '#server/records/audit/events.ts'
import { byText } from '#server/test/by-text.ts'
import { change, investor, project, update } from '#server/test/changes.ts'
import { asOwner } from '#server/test/database.ts'
import { as, type Device } from '#server/test/device.ts'
import { createFirm, signUp } from '#server/test/firm.ts'
import { setupServer, testAuditKeys } from '#server/test/server.ts'
import type { StoredEntry } from './read-chain.ts'
import { hasNoKey } from './verify-chain.ts'
import { verifyTrail } from './verify-trail.ts'

const server = await setupServer()
const passwordHash = await hashPassword('right-right-right', { memoryCost: 8, timeCost: 1 })

async function setupFirm() {
  const firm = await createFirm(server)
  return { ...firm, staff: as(server, firm.admin), client: as(server, firm.investor) }
}

async function eventsOf(staff: Device, query = ''): Promise<AuditTrailEntry[]> {
  await server.events.flush()
  const response = await staff.get(`/api/audit-logs?limit=1000${query}`)
  const entries = (await response.json()) as AuditTrailEntry[]
  return entries.toReversed()
}

const summaryOf = ({ action, outcome, actor, recordId, details }: AuditTrailEntry) => [
  action,
  outcome,
  actor.userId,
  recordId,
  details['code'] ?? null,
]

const verifyWhole = async (tenantId: string) =>
  (await verifyTrail(server.database, testAuditKeys, tenantId, [])).findings.map(({ chain, position, problem }) => [
    chain,
    position,
    problem,
  ])

const signIn = (email: string, password: string, cookie = '') =>
  server.app.request('/api/login', {
    method: 'POST',
    headers: { origin: 'http://localhost', cookie },
    body: new URLSearchParams({ email, password }),
  })

describe('a sign-in', () => {
  it('is audited, right or wrong, with the address and without typed text', async () => {
    const { staff, tenantId } = await setupFirm()
    const person = await signUp(server, tenantId, 'ADMIN', passwordHash)
    expect((await signIn(person.email, 'CANARY-typed')).status).toBe(401)
    const response = await signIn(person.email, 'right-right-right')
    expect(response.status).toBe(303)
    const cookie = response.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    await server.app.request('/api/logout', { method: 'POST', headers: { origin: 'http://localhost', cookie } })
    const entries = await eventsOf(staff)
    const [id, none] = [person.userId, null]
    expect(entries.map(summaryOf).toSorted(byText)).toEqual([
      ['sessions.signIn', 'done', id, id, none],
      ['sessions.signIn', 'refused', id, id, none],
      ['sessions.signOut', 'done', id, id, none],
    ])
    expect(entries.every(({ details }) => typeof details['address'] === 'string')).toBe(true)
    expect(JSON.stringify(entries)).not.toContain('CANARY')
    expect((await eventsOf(staff, '&outcome=refused')).map(({ action }) => action)).toEqual(['sessions.signIn'])
    expect(await verifyWhole(tenantId)).toEqual([])
  })

  it('is audited when throttled; many are summarized', async () => {
    const { staff, tenantId } = await setupFirm()
    const person = await signUp(server, tenantId, 'ADMIN', passwordHash)
    for (let i = 0; i < 140; i++) await signIn(person.email, 'wrong')
    const entries = await eventsOf(staff)
    const withOutcome = (outcome: string) => entries.filter((each) => each.outcome === outcome)
    const count = (outcome: string) =>
      withOutcome(outcome).reduce((sum, { details }) => sum + Number(details['repeated'] ?? 1), 0)
    expect(count('refused')).toBe(100)
    expect(count('throttled')).toBe(40)
    expect([withOutcome('refused').length, withOutcome('throttled').length]).toEqual([11, 11])
    expect(withOutcome('refused').at(-1)!.details).toMatchObject({ repeated: 90 })
  })

  it('at an unknown account is in no firm’s trail', async () => {
    const { staff } = await setupFirm()
    await signIn('nobody@example.com', 'CANARY')
    expect(await eventsOf(staff)).toEqual([])
  })
})

describe('a refusal', () => {
  it('for a missing right or a hidden id is audited, over REST and sync', async () => {
    const [{ staff, client, investor: person, tenantId }, there] = [await setupFirm(), await setupFirm()]
    const [home, hidden, foreign] = [project(), project({ isVisibleToInvestors: false }), project()]
    await staff.write(home, hidden)
    await there.staff.write(foreign)
    await client.get('/api/users')
    await client.patch(`/api/projects/${home.id}`, { name: 'Mine' })
    await staff.get(`/api/projects/${foreign.id}`)
    await staff.get(`/api/projects/${foreign.id}x`)
    await client.push(
      change(update('projects', home.id, { name: 'Mine' }, { name: 'Harbour' })),
      change(update('projects', hidden.id, { name: 'Mine' }, { name: 'Harbour' })),
      change(investor()),
    )
    const entries = (await eventsOf(staff)).filter(({ outcome }) => outcome === 'refused')
    const by = person.userId
    const byStaff = entries.find(({ actor }) => actor.userId !== by)!.actor.userId
    expect(entries.map(summaryOf)).toEqual(
      expect.arrayContaining([
        ['users.read', 'refused', by, null, 'FORBIDDEN'],
        ['projects.update', 'refused', by, home.id, 'FORBIDDEN'],
        ['projects.read', 'refused', byStaff, foreign.id, 'NOT_FOUND'],
        ['projects.read', 'refused', byStaff, null, 'NOT_FOUND'],
        ['projects.update', 'refused', by, hidden.id, 'NOT_FOUND'],
      ]),
    )
    expect(entries).toHaveLength(7)
    expect(await eventsOf(there.staff, '&outcome=refused')).toEqual([])
    expect(await verifyWhole(tenantId)).toEqual([])
  })

  it('does not wait for the firm’s lock or block its writes', async () => {
    const { staff, client, tenantId } = await setupFirm()
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { promise: began, resolve: begin } = Promise.withResolvers<void>()
    const holding = server.database.tenant(tenantId, async (tx) => {
      await tx.query('select from tenant_numbers where tenant_id = $1 for update', [tenantId])
      begin()
      await mayEnd
    })
    await began
    await client.get('/api/users')
    expect((await eventsOf(staff)).map(({ action }) => action)).toEqual(['users.read'])
    end()
    await holding
  })

  it('is limited: 5,000 of them make at most 150 entries of a firm a minute, and all are counted', async () => {
    const { staff, tenantId } = await setupFirm()
    const sent = 5_000
    for (let i = 0; i < sent; i++) {
      const event = { action: `things.${i % 90}`, outcome: 'refused', entityType: 'things', entityId: null } as const
      server.events.writeLimited(tenantId, { ...event, userId: null, details: {} }, `things ${i % 90}`)
    }
    const entries = await eventsOf(staff)
    expect(entries.length).toBeLessThanOrEqual(150)
    expect(entries.reduce((sum, { details }) => sum + Number(details['repeated'] ?? 1), 0)).toBe(sent)
    server.clock.advance(60_000)
    const event = { action: 'things.one', outcome: 'refused', entityType: 'things', entityId: null } as const
    server.events.writeLimited(tenantId, { ...event, userId: null, details: {} }, 'one')
    expect(await eventsOf(staff)).toHaveLength(entries.length + 1)
    expect(await verifyWhole(tenantId)).toEqual([])
  })
})

describe('the chain of events', () => {
  it('has a key on every entry', async () => {
    const { client, tenantId } = await setupFirm()
    await client.get('/api/users')
    await server.events.flush()
    await asOwner(server, async (owner) => {
      await owner`alter table audit_events alter column key_id drop not null`
      const columns = entryColumns.replace('n as number', 'null as number')
      const [entry] = await owner.unsafe<[StoredEntry]>(`select ${columns} from audit_events where tenant_id = $1`, [
        tenantId,
      ])
      const timestamp = new Date(entry.timestamp).toISOString()
      const forged = unkeyedHash({ ...entry, chain: 'events', timestamp, action: 'users.update', keyId: null })
      await owner`
        update audit_events set key_id = null, action = 'users.update', hash = ${forged} where tenant_id = ${tenantId}`
      await owner`update event_ends set hash = ${forged}, seal = '' where tenant_id = ${tenantId}`
    })
    const unsealed = 'the head of the chain is not sealed: entries after it may have been cut off'
    const { findings } = await verifyTrail(server.database, testAuditKeys, tenantId, [], 1)
    expect(findings.map(({ chain, position: index, problem }) => [chain, index, problem])).toEqual([
      ['events', 1, hasNoKey],
      ['events', 1, unsealed],
    ])
  })

  it('is one chain when several nodes append concurrently', async () => {
    const { staff, tenantId } = await setupFirm()
    const nodes = Array.from({ length: 3 }, () => createEvents(server))
    const event = {
      action: 'things.one',
      outcome: 'done',
      entityType: 'things',
      entityId: uuidv7(),
      userId: null,
    } as const
    await Promise.all(
      Array.from({ length: 120 }, (_, i) => nodes[i % 3]!.write(tenantId, { ...event, details: { i } })),
    )
    expect(await eventsOf(staff)).toHaveLength(120)
    expect(await verifyWhole(tenantId)).toEqual([])
  })

  it('reveals reordered entries', async () => {
    const { client, tenantId } = await setupFirm()
    for (let i = 0; i < 4; i++) await client.get('/api/users')
    await server.events.flush()
    await asOwner(server, async (owner) => {
      for (const [from, to] of [
        [2, 0],
        [3, 2],
        [0, 3],
      ] as const)
        await owner`update audit_events set place = ${to} where tenant_id = ${tenantId} and place = ${from}`
    })
    expect(await verifyWhole(tenantId)).toEqual([
      ['events', 2, 'was moved: it was written at position 3'],
      ['events', 3, 'was moved: it was written at position 2'],
    ])
  })

  it.each([
    ['altered', `update audit_events set details = '{}' where tenant_id = $1 and place = 2`, [2, 'was altered']],
    ['removed', 'delete from audit_events where tenant_id = $1 and place = 2', [2, 'is missing']],
    [
      'cut off',
      `with gone as (delete from audit_events where tenant_id = $1 and place > 2)
       update event_ends set place = 2, hash = (select hash from audit_events where tenant_id = $1 and place = 2) where tenant_id = $1`,
      [2, 'the head of the chain is not sealed: entries after it may have been cut off'],
    ],
    [
      'cut off, with the row of the end',
      `with gone as (delete from audit_events where tenant_id = $1 and place > 2) delete from event_ends where tenant_id = $1`,
      [2, 'the row with the head of the chain is missing'],
    ],
    [
      'removed whole, with the row of the end',
      `with gone as (delete from audit_events where tenant_id = $1) delete from event_ends where tenant_id = $1`,
      [1, 'is missing: the chain is empty, although people have signed in'],
    ],
    [
      'removed whole, with another row of the end',
      `with gone as (delete from audit_events where tenant_id = $1)
       update event_ends set place = 0, hash = repeat('0', 64), seal = '' where tenant_id = $1`,
      [0, 'the head of the chain is not sealed: entries after it may have been cut off'],
    ],
  ])('that was %s is found', async (_, sql, finding) => {
    const { client, tenantId } = await setupFirm()
    for (let i = 0; i < 4; i++) await client.get('/api/users')
    await server.events.flush()
    await asOwner(server, (owner) => owner.unsafe(sql, [tenantId]))
    expect(await verifyWhole(tenantId)).toEqual([['events', ...finding]])
  })
})

it('a job run is audited when it changed something or failed', async () => {
  const { staff, tenantId } = await setupFirm()
  const change = async (_: unknown, job: { readonly tenantId: string }) => ({ hasChanged: job.tenantId === tenantId })
  const fail = async (_: unknown, job: { readonly tenantId: string }) => {
    if (job.tenantId === tenantId) throw new Error('no')
  }
  const jobs = {
    busy: { run: change, everyMs: 86_400_000 },
    idle: { run: async () => ({ hasChanged: false }), everyMs: 86_400_000 },
    silent: { run: async () => {}, everyMs: 86_400_000 },
    broken: { run: fail, everyMs: 86_400_000 },
  }
  const log = { warn: () => {} }
  await createWorker({ ...server, log, jobs }).checkAllFirms()
  const entries = await eventsOf(staff)
  expect(
    entries.map(({ action, outcome, actor }) => [action, outcome, actor.kind, actor.job]).toSorted(byText),
  ).toEqual([
    ['jobs.run', 'done', 'job', 'busy'],
    ['jobs.run', 'failed', 'job', 'broken'],
  ])
})
