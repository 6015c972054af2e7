import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { Operation } from '#schema/sync/protocol.ts'
import { hashOfShown } from '#schema/records/apply-verb.ts'
import { Unavailable } from '#server/db/connect/unavailable.ts'
import { createEvents } from '#server/records/audit/events.ts'
import { createApp } from '#server/test/app.ts'
import {
  act,
  change,
  create,
  investment,
  investor,
  preferences,
  project,
  remove,
  update,
} from '#server/test/changes.ts'
import { as, rowOf } from '#server/test/device.ts'
import { createFirm, link, numberOf, signUp, type TestPerson } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { asOwner } from '#server/test/database.ts'
import { forgetHeldChanges } from './forget-held.ts'

const server = await setupServer()
const day = 86_400_000
type Change = ReturnType<typeof change>
const client = '0197a3b0-0000-7000-8000-00000000000c'

async function setupFirm() {
  const firm = await createFirm(server)
  const [staff, device] = [as(server, firm.admin), as(server, firm.manager)]
  const home = project()
  await staff.write(home)
  return { ...firm, staff, device, home }
}

async function revoke(person: TestPerson, by: ReturnType<typeof as>): Promise<void> {
  const devices = (await (await by.get('/api/devices')).json()) as { id: string; userId: string }[]
  const { id } = devices.find(({ userId }) => userId === person.userId)!
  expect((await by.post(`/api/devices/${id}/revoke`, undefined)).status).toBe(200)
}

const statusAndBody = async (response: Response) =>
  [response.status, (await response.json()) as Record<string, unknown>] as const
const handIn = async (device: ReturnType<typeof as>, ...changes: readonly unknown[]) =>
  statusAndBody(await device.send(changes))
const held = async (staff: ReturnType<typeof as>, query = '') =>
  (await (await staff.get(`/api/held-changes${query}`)).json()) as Record<string, unknown>[]
const decide = async (staff: ReturnType<typeof as>, id: string, verb: 'take' | 'drop') =>
  statusAndBody(await staff.post(`/api/held-changes/${id}/${verb}`, undefined))

describe('a revoked device', () => {
  it('HELD1 HELD2 hands in its changes, which are not judged', async () => {
    const { staff, manager, device, home, tenantId } = await setupFirm()
    await revoke(manager, staff)
    const rename = change(update('projects', home.id, { name: 'Quay' }, { name: 'Harbour' }))
    const wrong = change(create('castles', { name: '\u0000 ' }))
    const before = await numberOf(server, tenantId)
    expect(await handIn(device, rename, wrong)).toMatchObject([403, { code: 'HELD', ids: [rename.id, wrong.id] }])
    expect([await numberOf(server, tenantId), (await rowOf(staff, 'projects', home.id))!['name']]).toEqual([
      before,
      'Harbour',
    ])
    expect(await held(staff)).toEqual([
      expect.objectContaining({
        id: rename.id,
        userId: manager.userId,
        state: 'HELD',
        change: rename,
        verdict: null,
      }),
      expect.objectContaining({ id: wrong.id, change: wrong }),
    ])
  })

  it('HELD2 HELD11 gets the same response again, and each change is stored once', async () => {
    const { staff, manager, device, home } = await setupFirm()
    await revoke(manager, staff)
    const rename = change(update('projects', home.id, { name: 'Quay' }, { name: 'Harbour' }))
    const [first, again] = await Promise.all([handIn(device, rename), handIn(device, rename)])
    expect([first, again]).toMatchObject([
      [403, { ids: [rename.id] }],
      [403, { ids: [rename.id] }],
    ])
    expect(await held(staff)).toHaveLength(1)
  })

  it('HELD2 HELD10 need not keep a change that was accepted without its knowledge', async () => {
    const { staff, manager, device, home } = await setupFirm()
    const rename = change(update('projects', home.id, { name: 'Quay' }, { name: 'Harbour' }))
    const refused = change(create('projects', { name: '' }))
    await device.push(rename, refused)
    await revoke(manager, staff)
    expect(await handIn(device, rename, refused)).toMatchObject([403, { ids: [rename.id, refused.id] }])
    expect((await held(staff)).map(({ id }) => id)).toEqual([refused.id])
  })

  it('HELD2 never learns of changes that others handed in', async () => {
    const { staff, manager, investor: reader, device, home } = await setupFirm()
    await revoke(manager, staff)
    await revoke(reader, staff)
    const rename = change(update('projects', home.id, { name: 'Quay' }, { name: 'Harbour' }))
    await handIn(device, rename)
    expect(await handIn(as(server, reader), rename)).toMatchObject([403, { code: 'HELD', ids: [] }])
    expect(await held(staff)).toMatchObject([{ userId: manager.userId }])
  })

  it('HELD3 gets WIPE from other sync calls, and the reason for the sign-out from the rest', async () => {
    const { staff, manager, device } = await setupFirm()
    await revoke(manager, staff)
    const responses = [
      await statusAndBody(await device.get('/api/sync/feed?after=0')),
      await statusAndBody(await device.get('/api/sync/stream')),
      await handIn(device),
    ]
    expect(responses).toMatchObject([
      [403, { code: 'WIPE' }],
      [403, { code: 'WIPE' }],
      [403, { code: 'WIPE' }],
    ])
    expect(await statusAndBody(await device.get('/api/projects'))).toMatchObject([401, { reason: 'revoked' }])
    expect(await statusAndBody(await device.post('/api/projects', { name: 'Mine' }))).toMatchObject([401, {}])
  })

  it('HELD1 WHO1 cannot act as another person', async () => {
    const { staff, manager, admin, home } = await setupFirm()
    await revoke(manager, staff)
    const rename = change(update('projects', home.id, { name: 'Quay' }, { name: 'Harbour' }))
    const body = { client, changes: [rename] }
    const theirs = await as(server, manager).post('/api/sync/changes', body, { 'holdfast-person': admin.userId })
    expect(await statusAndBody(theirs)).toMatchObject([401, { code: 'OTHER_PERSON' }])
    const feed = await as(server, manager).get('/api/sync/feed?after=0', { 'holdfast-person': admin.userId })
    expect(feed.status).toBe(401)
    expect(await held(staff)).toEqual([])
  })

  it('HELD1 HELD9 is not one whose session expired, was signed out, or ended with a new password', async () => {
    const { staff, manager, investor: reader, tenantId, home } = await setupFirm()
    const rename = change(update('projects', home.id, { name: 'Quay' }, { name: 'Harbour' }))
    const other = await signUp(server, tenantId, 'PORTFOLIO_MANAGER')
    await server.database.directory`
      update directory.sessions set expire = ${'2026-03-15T09:00:00.000Z'} where user_id = ${manager.userId}`
    await as(server, reader).post('/api/logout', undefined)
    await server.database.directory`
      update directory.sessions set ended_as = 'revoked', ended_at = ${server.now().toISOString()} where user_id = ${other.userId}`
    for (const person of [manager, reader, other]) {
      expect((await handIn(as(server, person), rename))[0]).toBe(401)
      expect((await as(server, person).get('/api/sync/feed?after=0')).status).toBe(401)
    }
    expect(await held(staff)).toEqual([])
  })

  it('HELD1 HELD8 may belong to a deactivated person, even with an ended session, until reactivation', async () => {
    const { staff, manager, device, tenantId, home } = await setupFirm()
    const begin = async () => ({
      cookie: `holdfast=${await server.sessions.begin({ id: manager.userId, tenantId })}`,
    })
    const [away, over] = [as(server, await begin()), as(server, await begin())]
    const setActive = async (isActive: boolean) =>
      expect((await staff.patch(`/api/users/${manager.userId}`, { isActive })).status).toBe(200)
    await server.database.directory`
      update directory.sessions set ended_as = 'revoked', ended_at = ${server.now().toISOString()}
      where id = (select max(id::text)::uuid from directory.sessions where user_id = ${manager.userId})`
    await setActive(false)
    const [rename, visit] = [
      change(update('projects', home.id, { name: 'Quay' }, { name: 'Harbour' })),
      change(update('projects', home.id, { location: 'Aqaba' }, { location: null })),
    ]
    expect(await handIn(device, rename)).toMatchObject([403, { code: 'HELD', ids: [rename.id] }])
    expect(await handIn(over, visit)).toMatchObject([403, { code: 'HELD', ids: [visit.id] }])
    expect(await statusAndBody(await device.get('/api/sync/feed?after=0'))).toMatchObject([403, { code: 'WIPE' }])
    expect(await decide(staff, rename.id, 'take')).toMatchObject([200, { state: 'TAKEN' }])
    expect(await rowOf(staff, 'projects', home.id)).toMatchObject({ name: 'Quay' })
    await setActive(true)
    expect((await handIn(away, change(project())))[0]).toBe(401)
  })

  it('HELD2 HELD12 is limited, and malformed requests are refused as a whole', async () => {
    const { staff, manager, device, home } = await setupFirm()
    await revoke(manager, staff)
    const rename = () => change(update('projects', home.id, { name: 'Quay' }, { name: 'Harbour' }))
    expect((await handIn(device, { id: 'x' }))[0]).toBe(400)
    expect((await handIn(device, ...Array.from({ length: 501 }, rename)))[0]).toBe(413)
    expect((await handIn(device, { ...rename(), ops: [{ text: 'x'.repeat(1_000_000) }] }))[0]).toBe(413)
    const sessionId = await sessionOf(manager)
    await asOwner(server, (sql) =>
      sql.unsafe(
        `insert into held_changes (tenant_id, id, user_id, session_id, change, state, created_at)
select $1, gen_random_uuid(), $2, s.id, '{}', 'HELD', $3 from generate_series(1, 4999), (select $4::uuid as id) s`,
        [manager.tenantId, manager.userId, server.now().toISOString(), sessionId],
      ),
    )
    expect((await handIn(device, rename(), rename()))[0]).toBe(413)
    expect((await handIn(device, rename()))[0]).toBe(403)
    expect((await held(staff, '?limit=1000')).length).toBe(1_000)
  })

  it('shares the rate limit of senders', async () => {
    const { admin, manager, home } = await setupFirm()
    const app = createApp({ ...server, operationsPerMinute: { staff: 2, investor: 2 } })
    const limited = { ...server, app }
    await revoke(manager, as(server, admin))
    const rename = change(update('projects', home.id, { name: 'Quay' }, { name: 'Harbour' }))
    const statuses: number[] = []
    for (let i = 0; i < 3; i++) statuses.push((await as(limited, manager).send([rename])).status)
    expect(statuses).toEqual([403, 403, 429])
  })

  it('HELD2 HELD13 in wrong hands cannot exhaust the quota of its owner or of other revoked devices', async () => {
    const { admin, manager, tenantId, home } = await setupFirm()
    const app = createApp({ ...server, operationsPerMinute: { staff: 2, investor: 2 } })
    const limited = { ...server, app }
    const begin = async () => ({ cookie: `holdfast=${await server.sessions.begin({ id: manager.userId, tenantId })}` })
    await revoke(manager, as(server, admin))
    const other = await begin()
    await revoke(manager, as(server, admin))
    const fresh = await begin()
    const stolen = as(limited, manager)
    const flood = () => stolen.send(Array.from({ length: 500 }, () => ({ id: uuidv7() })))
    expect([(await flood()).status, (await flood()).status]).toEqual([403, 429])
    const rename = change(update('projects', home.id, { name: 'Quay' }, { name: 'Harbour' }))
    expect((await as(limited, fresh).send([rename])).status).toBe(200)
    expect((await as(limited, other).send([rename])).status).toBe(403)
    expect((await as(limited, fresh).post('/api/logout', undefined)).status).toBeLessThan(400)
  })
})

async function sessionOf({ userId }: TestPerson): Promise<string> {
  const [row] = await server.database.directory<{ id: string }[]>`
    select id from directory.sessions where user_id = ${userId}`
  return row!.id
}

describe('an administrator', () => {
  async function setupHeld(...ops: Operation[]) {
    const firm = await setupFirm()
    await revoke(firm.manager, firm.staff)
    const handedIn = change(
      ...(ops.length ? ops : [update('projects', firm.home.id, { name: 'Quay' }, { name: 'Harbour' })]),
    )
    expect((await handIn(firm.device, handedIn))[0]).toBe(403)
    return { ...firm, handed: handedIn }
  }

  it('HELD4 HELD17 accepts a change as theirs, and the trail names its author', async () => {
    const { staff, admin, manager, home, handed } = await setupHeld()
    const taken = {
      id: handed.id,
      state: 'TAKEN',
      change: null,
      decidedBy: admin.userId,
      verdict: { verdict: 'applied' },
    }
    expect(await decide(staff, handed.id, 'take')).toMatchObject([200, taken])
    expect(await decide(staff, handed.id, 'take'), 'requested again').toMatchObject([200, taken])
    expect(await decide(staff, handed.id, 'drop')).toMatchObject([409, { code: 'CONFLICT' }])
    expect((await rowOf(staff, 'projects', home.id))!['name']).toBe('Quay')
    const trail = await (await staff.get(`/api/audit-logs?recordId=${home.id}&action=projects.update`)).json()
    expect(trail).toMatchObject([{ actor: { userId: admin.userId }, details: { author: manager.userId } }])
    expect(trail).toHaveLength(1)
    expect([(await held(staff)).length, (await held(staff, '?state=HELD')).length]).toEqual([1, 0])
  })

  it('HELD4 HELD21 learns of changes meanwhile: the change stays held and can be accepted later', async () => {
    const { staff, home, handed } = await setupHeld()
    await staff.write(update('projects', home.id, { name: 'Pier' }, { name: 'Harbour' }))
    const conflict = { state: 'HELD', change: handed, verdict: { verdict: 'conflict', conflicts: [{ field: 'name' }] } }
    expect(await decide(staff, handed.id, 'take')).toMatchObject([200, conflict])
    expect((await rowOf(staff, 'projects', home.id))!['name']).toBe('Pier')
    await staff.write(update('projects', home.id, { name: 'Harbour' }, { name: 'Pier' }))
    expect(await decide(staff, handed.id, 'take')).toMatchObject([200, { state: 'TAKEN' }])
    expect((await rowOf(staff, 'projects', home.id))!['name']).toBe('Quay')
  })

  it('HELD38 sees what a verb would do now, and accepts that result and no other', async () => {
    const { staff, manager, device, home } = await setupFirm()
    await revoke(manager, staff)
    const shown = (actualIRR: string | null) => [{ entity: 'projects', id: home.id, fields: { actualIRR } }]
    const expecting = (actualIRR: string | null) => hashOfShown(shown(actualIRR))
    const exit = change({ ...act('projects', 'exit', home.id, {}), expect: expecting(null) })
    await handIn(device, exit)
    const take = async (query = '') =>
      statusAndBody(await staff.post(`/api/held-changes/${exit.id}/take${query}`, undefined))
    await staff.write(update('projects', home.id, { actualIRR: '7.00' }, { actualIRR: null }))
    const changed = { state: 'HELD', verdict: { code: 'RESULT_CHANGED', result: { theirs: shown('7.00') } } }
    expect(await take()).toMatchObject([200, changed])
    expect(await take(`?expect=${expecting('5.00')}`)).toMatchObject([200, changed])
    expect(await take('?expect=all')).toMatchObject([400, { code: 'VALIDATION' }])
    expect(await take(`?expect=${expecting('7.00')}`)).toMatchObject([200, { state: 'TAKEN' }])
    expect(await rowOf(staff, 'projects', home.id)).toMatchObject({ status: 'EXITED', actualIRR: '7.00' })
  })

  it('HELD4 HELD16 can do nothing that its author may not do at that moment', async () => {
    const { staff, admin, investor: reader, home, tenantId } = await setupFirm()
    const [own, foreign] = [investor(), investor()]
    await staff.write(own, foreign)
    await link(server, admin, reader, own.id)
    await revoke(reader, staff)
    const hidden = project({ isVisibleToInvestors: false })
    await staff.write(hidden)
    const document = (fields: object) => change(create('documents', { name: 'Mine', ...fields }))
    const mine = document({ investorId: own.id })
    const [planted, renamed, theirs, lost] = [
      change(create('investors', { firstName: 'Ann', email: 'ann@example.com' })),
      change(update('projects', home.id, { name: 'Quay' }, { name: 'Harbour' })),
      document({ investorId: foreign.id }),
      change(update('projects', hidden.id, { name: 'Quay' }, { name: 'Harbour' })),
    ]
    const wrong = change(create('projects', { name: '' }))
    await handIn(as(server, reader), mine, planted, renamed, theirs, lost, wrong)
    const before = await numberOf(server, tenantId)
    const refusals = await Promise.all(
      [planted, renamed, theirs, lost, wrong].map(async ({ id }) => {
        const [status, body] = await decide(staff, id, 'take')
        return [status, body['state'], (body['verdict'] as { code: string }).code]
      }),
    )
    expect(refusals).toEqual([
      [200, 'HELD', 'FORBIDDEN'],
      [200, 'HELD', 'FORBIDDEN'],
      [200, 'HELD', expect.stringMatching(/FORBIDDEN|VALIDATION/)],
      [200, 'HELD', 'NOT_FOUND'],
      [200, 'HELD', 'FORBIDDEN'],
    ])
    expect(await numberOf(server, tenantId)).toBe(before)
    expect(await decide(staff, mine.id, 'take')).toMatchObject([200, { state: 'TAKEN' }])
    await server.database.directory`update directory.users set role = 'PORTFOLIO_MANAGER' where id = ${reader.userId}`
    expect(await decide(staff, renamed.id, 'take')).toMatchObject([200, { state: 'TAKEN' }])
    expect((await rowOf(staff, 'projects', home.id))!['name']).toBe('Quay')
  })

  it('HELD4 keeps an investor’s upload theirs', async () => {
    const { staff, admin, investor: reader, home, tenantId } = await setupFirm()
    const [own, foreign, other] = [investor(), investor(), await signUp(server, tenantId, 'INVESTOR')]
    await staff.write(own, foreign)
    await link(server, admin, reader, own.id)
    await link(server, admin, other, foreign.id)
    const theirs = await signUp(server, tenantId, 'INVESTOR')
    await link(server, admin, theirs, own.id)
    await revoke(reader, staff)
    const url = 'https://example.com/report'
    const document = create('documents', { name: 'Report', type: 'REPORT', projectId: home.id, url })
    const handedIn = change(document)
    await handIn(as(server, reader), handedIn)
    expect(await decide(staff, handedIn.id, 'take')).toMatchObject([200, { state: 'TAKEN' }])
    const { userId } = reader
    expect(await rowOf(staff, 'documents', document.id)).toMatchObject({
      investorId: own.id,
      uploadedBy: userId,
      createdBy: userId,
    })
    expect(await rowOf(as(server, other), 'documents', document.id)).toBeUndefined()
    expect((await as(server, other).get(`/api/documents/${document.id}`)).status).toBe(404)
    expect(await rowOf(as(server, theirs), 'documents', document.id)).toMatchObject({ investorId: own.id })
    const trail = await (await staff.get(`/api/audit-logs?recordId=${document.id}&action=documents.create`)).json()
    expect(trail).toMatchObject([{ actor: { userId: admin.userId }, details: { author: userId } }])
  })

  it('HELD4 HELD18 uses its author for sharing and for the calendar date', async () => {
    const { staff, device, manager, home } = await setupFirm()
    const [deal, own] = [create('deals', { name: 'Quay' }), investor()]
    await staff.write(deal, own)
    await device.write(preferences(manager.userId, { timeZone: 'Pacific/Kiritimati' }))
    await revoke(manager, staff)
    const shared = create('opportunities', { dealId: deal.id, investorId: own.id })
    const paid = investment(home.id, own.id)
    const handedIn = change(shared, paid)
    await handIn(device, handedIn)
    expect(await decide(staff, handedIn.id, 'take')).toMatchObject([200, { state: 'TAKEN' }])
    expect(await rowOf(staff, 'opportunities', shared.id)).toMatchObject({ sharedBy: manager.userId })
    expect(await rowOf(staff, 'investments', paid.id)).toMatchObject({ investmentDate: '2026-03-16' })
  })

  it('HELD5 drops unacceptable changes', async () => {
    const { staff, manager, device, home } = await setupFirm()
    await revoke(manager, staff)
    const oversized = change(
      ...Array.from({ length: 51 }, () => update('projects', home.id, { name: 'Quay' }, { name: 'Harbour' })),
    )
    await handIn(device, oversized)
    expect((await decide(staff, oversized.id, 'take'))[0]).toBe(413)
    expect(await held(staff)).toMatchObject([{ id: oversized.id, state: 'HELD' }])
    expect(await decide(staff, oversized.id, 'drop')).toMatchObject([200, { state: 'DROPPED' }])
  })

  it('HELD4 learns why the database cannot store a text, and HELD5 drops it', async () => {
    const { staff, manager, device, home } = await setupFirm()
    await revoke(manager, staff)
    const [bytes, half] = ['a\u0000b', 'a\ud800b']
    const rename = { name: 'Quay' }
    const handed = [
      change(update('projects', home.id, { [bytes]: 1 }, { [bytes]: 2 })),
      change(create('projects', { ...rename, [half]: 1 })),
      { ...change(project()), [bytes]: 1 },
      { ...change(), ops: [{ ...update('projects', home.id, rename, { name: 'Harbour' }), [half]: { [bytes]: 1 } }] },
      change(update('projects', home.id, rename, { name: bytes })),
    ]
    await handIn(device, ...handed)
    for (const { id } of handed) {
      const refused = { state: 'HELD', verdict: { id, verdict: 'rejected', code: 'VALIDATION' } }
      expect(await decide(staff, id, 'take')).toMatchObject([200, refused])
      expect(await decide(staff, id, 'take'), 'again').toMatchObject([200, refused])
      expect(await decide(staff, id, 'drop')).toMatchObject([200, { state: 'DROPPED' }])
    }
    expect(await rowOf(staff, 'projects', home.id)).toMatchObject({ name: 'Harbour' })
  })

  it('HELD4 accepts superseded changes in any order', async () => {
    const { staff, manager, device } = await setupFirm()
    await revoke(manager, staff)
    const ann = investor()
    const [born, renamed] = [
      change(ann),
      { ...change(update('investors', ann.id, { firstName: 'Anne' }, { firstName: 'Ines' })), superseded: true },
    ]
    await handIn(device, born, renamed)
    expect(await decide(staff, renamed.id, 'take')).toMatchObject([
      200,
      { state: 'HELD', verdict: { code: 'NOT_FOUND' } },
    ])
    expect(await decide(staff, born.id, 'take')).toMatchObject([200, { state: 'TAKEN' }])
    expect(await decide(staff, renamed.id, 'take')).toMatchObject([200, { state: 'TAKEN' }])
    expect((await rowOf(staff, 'investors', ann.id))!['firstName']).toBe('Anne')
  })

  it('HELD4 HELD22 accepts a change once in parallel; the others get a conflict', async () => {
    const { staff, manager, tenantId, device, home } = await setupFirm()
    await staff.write(update('projects', home.id, { name: 'Pier' }, { name: 'Harbour' }))
    const born = project({ name: 'Mole' })
    const handed = change(update('projects', home.id, { name: 'Quay' }, { name: 'Harbour' }), born)
    await device.push(handed)
    await staff.write(update('projects', home.id, { name: 'Harbour' }, { name: 'Pier' }))
    await revoke(manager, staff)
    await handIn(device, handed)
    const admins = [
      staff,
      as(server, await signUp(server, tenantId, 'ADMIN')),
      as(server, await signUp(server, tenantId, 'ADMIN')),
    ]
    const before = await numberOf(server, tenantId)
    const responses = await Promise.all(admins.map((each) => decide(each, handed.id, 'take')))
    expect(responses.filter(([status]) => status === 200)).toHaveLength(1)
    expect(responses.filter(([status]) => status === 409)).toMatchObject([
      [409, { code: 'CONFLICT', message: 'Another administrator has already accepted this change.' }],
      [409, { code: 'CONFLICT' }],
    ])
    const first = admins[responses.findIndex(([status]) => status === 200)]!
    expect(await decide(first, handed.id, 'take'), 'requested again').toMatchObject([200, { state: 'TAKEN' }])
    expect([await numberOf(server, tenantId), (await rowOf(staff, 'projects', home.id))!['name']]).toEqual([
      before + 1,
      'Quay',
    ])
  })

  it('HELD4 HELD19 stores the verdict under its id, or a new one if that already has a sent verdict', async () => {
    const { staff, admin, manager, tenantId, device, home } = await setupFirm()
    const [fresh, pushed] = ['Quay', 'Pier'].map((name) =>
      change(update('projects', home.id, { name }, { name: 'Harbour' })),
    ) as [Change, Change]
    await staff.write(update('projects', home.id, { name: 'Mole' }, { name: 'Harbour' }))
    await device.push(pushed)
    await revoke(manager, staff)
    await handIn(device, fresh, pushed)
    const remembered = () =>
      server.database.tenant(tenantId, (tx) =>
        tx.query<{ id: string }>(
          `select id, user_id as by, result ->> 'verdict' as verdict from verdicts
where tenant_id = $1 and (id = any($2::uuid[]) or user_id = $3 and at = $4) order by at, id`,
          [tenantId, [fresh.id, pushed.id], admin.userId, server.now().toISOString()],
        ),
      )
    const conflict = { id: pushed.id, by: manager.userId, verdict: 'conflict' }
    for (const [each, id] of [
      [fresh, fresh.id],
      [pushed, expect.not.stringMatching(pushed.id)],
    ] as const) {
      server.clock.advance(60_000)
      const { name } = (await rowOf(staff, 'projects', home.id))!
      await staff.write(update('projects', home.id, { name: 'Harbour' }, { name }))
      server.clock.advance(60_000)
      expect(await decide(staff, each.id, 'take')).toMatchObject([200, { state: 'TAKEN', verdict: { id: each.id } }])
      const by = { by: admin.userId, verdict: 'applied' }
      expect(await remembered()).toEqual(expect.arrayContaining([conflict, { ...by, id }]))
    }
  })

  it('HELD4 treats parallel requests as one', async () => {
    const { staff, handed } = await setupHeld()
    const responses = await Promise.all([decide(staff, handed.id, 'take'), decide(staff, handed.id, 'take')])
    expect(responses).toMatchObject([
      [200, { state: 'TAKEN' }],
      [200, { state: 'TAKEN' }],
    ])
  })

  it('HELD4 HELD20 accepts and marks a change atomically', async () => {
    const { admin, staff, tenantId, handed, home } = await setupHeld()
    const before = await numberOf(server, tenantId)
    const stopping: typeof server.database.tenant = (id, work) =>
      server.database.tenant(id, (tx) =>
        work({
          ...tx,
          query: async (text, params) => {
            if (text.startsWith('update held_changes')) throw new Unavailable('stopped')
            return tx.query(text, params)
          },
        }),
      )
    const app = createApp({ ...server, database: { ...server.database, tenant: stopping } })
    for (const verb of ['take', 'drop'] as const)
      expect((await decide(as({ ...server, app }, admin), handed.id, verb))[0]).toBe(503)
    server.unexpectedErrors.length = 0
    expect([await numberOf(server, tenantId), (await rowOf(staff, 'projects', home.id))!['name']]).toEqual([
      before,
      'Harbour',
    ])
    expect(await held(staff)).toMatchObject([{ state: 'HELD', change: handed, verdict: null }])
    expect(await decide(staff, handed.id, 'take')).toMatchObject([200, { state: 'TAKEN' }])
  })

  it('HELD4 HELD5 does not accept what another drops while it is judged again', async () => {
    const { admin, staff, tenantId, home, handed } = await setupHeld()
    let refusals = 0
    const refusing: typeof server.database.tenant = async (id, work) => {
      const before = refusals
      try {
        return await server.database.tenant(id, (tx) =>
          work({
            ...tx,
            query: async (text, params) => {
              if (refusals || !text.startsWith('update projects')) return tx.query(text, params)
              refusals++
              throw Object.assign(new Error('refused'), { code: '23505' })
            },
          }),
        )
      } finally {
        if (refusals > before) await decide(staff, handed.id, 'drop')
      }
    }
    const app = createApp({ ...server, database: { ...server.database, tenant: refusing } })
    const number = await numberOf(server, tenantId)
    expect(await decide(as({ ...server, app }, admin), handed.id, 'take')).toMatchObject([409, { code: 'CONFLICT' }])
    expect([refusals, await numberOf(server, tenantId)]).toEqual([1, number])
    expect(await rowOf(staff, 'projects', home.id)).toMatchObject({ name: 'Harbour' })
    expect(await held(staff)).toMatchObject([{ state: 'DROPPED' }])
  })

  it('HELD4 does not redo a change accepted during the handover', async () => {
    const { staff, device, manager, tenantId, home } = await setupFirm()
    const handed = change(update('projects', home.id, { name: 'Quay' }, { name: 'Harbour' }))
    await device.push(handed)
    await revoke(manager, staff)
    await server.database.tenant(tenantId, (tx) =>
      tx.query(
        `insert into held_changes (tenant_id, id, user_id, session_id, change, state, created_at) values ($1, $2, $3, $3, $4, 'HELD', $5)`,
        [tenantId, handed.id, manager.userId, JSON.stringify(handed), server.now().toISOString()],
      ),
    )
    await staff.write(update('projects', home.id, { name: 'Harbour' }, { name: 'Quay' }))
    const before = await numberOf(server, tenantId)
    expect(await decide(staff, handed.id, 'take')).toMatchObject([
      200,
      { state: 'TAKEN', verdict: { verdict: 'applied' } },
    ])
    expect(await numberOf(server, tenantId)).toBe(before)
  })

  it('HELD5 HELD23 drops a change and audits it atomically', async () => {
    const { admin, staff, tenantId, handed } = await setupHeld()
    const full: typeof server.database.tenant = (id, work) =>
      server.database.tenant(id, (tx) =>
        work({
          ...tx,
          query: async (text, params) => {
            if (text.startsWith('insert into audit_events')) throw new Unavailable('full')
            return tx.query(text, params)
          },
        }),
      )
    const database = { ...server.database, tenant: full }
    const app = createApp({ ...server, database, events: createEvents({ ...server, database }) })
    expect((await decide(as({ ...server, app }, admin), handed.id, 'drop'))[0]).toBe(503)
    server.unexpectedErrors.length = 0
    expect(await held(staff)).toMatchObject([{ state: 'HELD', change: handed }])
    expect(await decide(staff, handed.id, 'drop')).toMatchObject([200, { state: 'DROPPED' }])
    const trail = (await (await staff.get('/api/audit-logs?action=heldChanges.drop')).json()) as object[]
    expect([trail.length, tenantId]).toEqual([1, tenantId])
  })

  it('HELD5 drops a change: its contents are deleted, the decision stays', async () => {
    const { staff, admin, manager, home, handed, device } = await setupHeld()
    const dropped = { state: 'DROPPED', change: null, decidedBy: admin.userId, userId: manager.userId }
    expect(await decide(staff, handed.id, 'drop')).toMatchObject([200, dropped])
    expect(await decide(staff, handed.id, 'drop')).toMatchObject([200, dropped])
    expect(await decide(staff, handed.id, 'take')).toMatchObject([409, { code: 'CONFLICT' }])
    expect((await rowOf(staff, 'projects', home.id))!['name']).toBe('Harbour')
    expect(await handIn(device, handed), 'handed in again').toMatchObject([403, { ids: [handed.id] }])
    expect((await held(staff))[0]).toMatchObject(dropped)
    await server.backgroundTasks.settled()
    const trail = (await (await staff.get('/api/audit-logs')).json()) as { action: string; actor: { userId: string } }[]
    const entries = trail.filter(({ action }) => action.startsWith('heldChanges.'))
    expect(entries.map(({ action, actor }) => `${action} ${actor.userId}`).toSorted()).toEqual([
      `heldChanges.drop ${admin.userId}`,
      `heldChanges.handIn ${manager.userId}`,
    ])
  })

  it('HELD5 HELD24 repeated with a key gets the current state; no stored response has dropped contents', async () => {
    const { staff, home, handed, tenantId } = await setupHeld()
    await staff.write(update('projects', home.id, { name: 'Pier' }, { name: 'Harbour' }))
    const headers = { 'idempotency-key': uuidv7() }
    const take = async () => statusAndBody(await staff.post(`/api/held-changes/${handed.id}/take`, undefined, headers))
    expect(await take()).toMatchObject([200, { state: 'HELD', change: handed }])
    expect(await decide(staff, handed.id, 'drop')).toMatchObject([200, { state: 'DROPPED', change: null }])
    expect(await take()).toMatchObject([409, { code: 'CONFLICT' }])
    expect(
      await server.database.tenant(tenantId, (tx) =>
        tx.query('select key from answers where tenant_id = $1', [tenantId]),
      ),
    ).toEqual([])
  })

  it('HELD5 HELD25 sees only who decided and when 30 days after a decision; undecided changes stay', async () => {
    const { staff, admin, manager, device, home, tenantId } = await setupFirm()
    await server.database.directory`update directory.sessions set device = 'Tablet' where user_id = ${manager.userId}`
    await revoke(manager, staff)
    const [taken, dropped, open] = ['Quay', 'Pier', 'Mole'].map((name) =>
      change(update('projects', home.id, { name }, { name: 'Harbour' })),
    ) as [Change, Change, Change]
    await handIn(device, taken, dropped, open)
    await decide(staff, taken.id, 'take')
    for (const verb of ['take', 'drop'] as const) await decide(staff, dropped.id, verb)
    await decide(staff, open.id, 'take')
    const run = () => forgetHeldChanges.run(server, { tenantId, kind: 'forget', key: '', payload: {}, doneAt: null })
    server.clock.advance(30 * day - 1)
    await run()
    const kept = { verdict: { verdict: 'conflict' }, device: 'Tablet' }
    const mine = as(server, await signUp(server, tenantId, 'ADMIN'))
    const before = { state: 'TAKEN', device: 'Tablet', verdict: { verdict: 'applied' } }
    expect(await held(mine)).toMatchObject([before, { state: 'DROPPED', device: 'Tablet', verdict: null }, kept])
    server.clock.advance(1)
    await run()
    const decided = { decidedBy: admin.userId, userId: manager.userId, change: null, verdict: null, device: null }
    expect(await held(mine)).toMatchObject([{ state: 'TAKEN', ...decided }, { state: 'DROPPED', ...decided }, kept])
  })

  it('HELD6 does not see personal texts, even in a conflict', async () => {
    const { staff, tenantId, home } = await setupFirm()
    const author = await signUp(server, tenantId, 'ADMIN')
    const device = as(server, author)
    const about = { userId: author.userId, list: 'projects' }
    const before = create('savedViews', { ...about, name: 'Hushed', address: '?q=Hushed' })
    await device.write(before)
    await device.write(update('savedViews', before.id, { name: 'Hushed twice' }, { name: 'Hushed' }))
    await revoke(author, staff)
    const view = create('savedViews', { ...about, name: 'Hushed', address: '?q=Hushed' })
    const renamed = update('savedViews', before.id, { name: 'Hushed again' }, { name: 'Hushed' })
    const moved = update('projects', home.id, { name: 'Quay' }, { name: 'Harbour' })
    const [made, other, gone] = [change(view, moved), change(renamed), change(remove('savedViews', before.id, about))]
    await handIn(device, made, other, gone)
    const changes = await held(staff)
    expect(changes.map((each) => each['change'])).toEqual([
      { ...made, ops: [{ ...view, fields: {} }, moved] },
      { ...other, ops: [{ ...renamed, fields: {}, base: {} }] },
      { ...gone, ops: [{ ...gone.ops[0], base: {} }] },
    ])
    const again = as(server, { cookie: `holdfast=${await server.sessions.begin({ id: author.userId, tenantId })}` })
    const [, kept] = await decide(again, other.id, 'take')
    expect(kept).toMatchObject({ state: 'HELD', verdict: { verdict: 'conflict', conflicts: [] } })
    const responses = [changes, kept, await held(staff), await decide(staff, made.id, 'take')]
    expect(JSON.stringify(responses)).not.toContain('Hushed')
  })

  it('has pages', async () => {
    const { staff, manager, device, home } = await setupFirm()
    await revoke(manager, staff)
    const changes = [1, 2, 3].map(() => change(remove('projects', home.id)))
    await handIn(device, ...changes)
    const first = await staff.get('/api/held-changes?limit=2')
    const next = /^<(.*)>; rel="next"$/.exec(first.headers.get('link')!)![1]!
    const second = await staff.get(next)
    const ids = [...((await first.json()) as { id: string }[]), ...((await second.json()) as { id: string }[])]
    expect(ids.map(({ id }) => id)).toEqual(changes.map(({ id }) => id))
    expect((await staff.get('/api/held-changes?state=OLD')).status).toBe(400)
    await handIn(device, ...Array.from({ length: 98 }, () => change(remove('projects', home.id))))
    const usual = await staff.get('/api/held-changes')
    expect([((await usual.json()) as object[]).length, usual.headers.get('link')]).toEqual([
      100,
      expect.stringContaining('rel="next"'),
    ])
  })
})
