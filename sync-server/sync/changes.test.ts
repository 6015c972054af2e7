import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { limits } from '#schema/sync/protocol.ts'
import { change, create, investment, investor, project, remove, update } from '#server/test/changes.ts'
import { as, rowOf } from '#server/test/device.ts'
import { createFirm, numberOf } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

async function setupFirm() {
  const firm = await createFirm(server)
  return { ...firm, staff: as(server, firm.admin), other: as(server, firm.manager), reader: as(server, firm.investor) }
}

const codesOf = (verdicts: readonly { verdict: string; code?: string | undefined }[]) =>
  verdicts.map(({ verdict, code }) => code ?? verdict)

describe('envelopes', () => {
  it('PUSH1 a good envelope gets one verdict for each change, in order', async () => {
    const { staff } = await setupFirm()
    const changes = [change(project()), change(project({ type: 'CASTLE' })), change(project())]
    const verdicts = await staff.push(...changes)
    expect(verdicts.map(({ id, verdict }) => [id, verdict])).toEqual(
      changes.map(({ id }, i) => [id, i === 1 ? 'rejected' : 'applied']),
    )
    expect(await staff.push()).toEqual([])
  })

  const client = uuidv7()
  it.each<[string, unknown]>([
    ['no object', []],
    ['null', null],
    ['no client', { changes: [] }],
    ['a client without an id', { client: 'me', changes: [] }],
    ['no changes', { client }],
    ['changes that are not a list', { client, changes: {} }],
    ['a change that is not an object', { client, changes: [5] }],
    ['a change without an id', { client, changes: [{ ...change(project()), id: undefined }] }],
    ['a change whose id is none', { client, changes: [{ ...change(project()), id: 'x' }] }],
    ['broken JSON', '{"client":'],
  ])('PUSH2 an envelope with %s is malformed', async (_, body) => {
    const { staff, tenantId } = await setupFirm()
    const response = await staff.post('/api/sync/changes', body)
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'VALIDATION' }])
    expect(await numberOf(server, tenantId)).toBe(0)
  })

  it.each<[string, object]>([
    ['an epoch with bytes that PostgreSQL cannot hold', { epoch: 'a\u0000b', number: 1 }],
    ['an epoch without end', { epoch: 'x'.repeat(65), number: 1 }],
    ['a mark with bytes that PostgreSQL cannot hold', { epoch: 'x', number: 1, mark: 'a\u0000b' }],
    ['a mark without end', { epoch: 'x', number: 1, mark: 'x'.repeat(65) }],
    ['an empty mark', { epoch: 'x', number: 1, mark: '' }],
    ['a number below 0', { epoch: 'x', number: -1 }],
    ['more than that', { epoch: 'x', number: 1, by: 'me' }],
  ])('BACK6 a former number with %s makes the envelope malformed, and nothing is judged', async (_, formerNumber) => {
    const { staff, tenantId } = await setupFirm()
    const [good, made] = [change(project()), change(project())]
    const response = await staff.send([good, { ...made, was: formerNumber }])
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'VALIDATION' }])
    expect(await numberOf(server, tenantId)).toBe(0)
    expect(await staff.push(good, made)).toMatchObject([{ verdict: 'applied' }, { verdict: 'applied' }])
  })

  it.each<[string, (good: ReturnType<typeof change>) => object]>([
    ['an id that is not a UUIDv7', (good) => ({ ...good, id: '00000000-0000-4000-8000-000000000000' })],
    ['no time', ({ at: _, ...rest }) => rest],
    ['a time that is none', (good) => ({ ...good, at: 'today' })],
    ['no operations', (good) => ({ ...good, ops: [] })],
    ['operations that are not a list', (good) => ({ ...good, ops: 'all' })],
    ['an operation that is not an object', (good) => ({ ...good, ops: [null] })],
    [
      'a row id that is not a UUIDv7',
      (good) => ({ ...good, ops: [{ ...good.ops[0], id: client.replace(/^(.{14})7/, '$14') }] }),
    ],
    ['fields that are not an object', (good) => ({ ...good, ops: [{ ...good.ops[0], fields: [] }] })],
    ['an unknown key', (good) => ({ ...good, force: true })],
    ['an operation with an unknown key', (good) => ({ ...good, ops: [{ ...good.ops[0], tenantId: client }] })],
    ['an update without base', (good) => ({ ...good, ops: [{ ...good.ops[0], op: 'update' }] })],
    ['a seen that is not a number', (good) => ({ ...good, ops: [remove('projects', client, {}, -1)] })],
  ])('PUSH2 a change with %s is refused, the next one is not', async (_, spoil) => {
    const { staff, tenantId } = await setupFirm()
    const verdicts = await staff.push(spoil(change(project())), change(project()))
    expect(codesOf(verdicts)).toEqual(['VALIDATION', 'applied'])
    expect(Object.values(verdicts[0]!.errors!)).not.toHaveLength(0)
    expect(await numberOf(server, tenantId)).toBe(1)
  })

  it('PUSH2 more than 500 changes, 50 operations or 1 MB is too large; exactly that is not', async () => {
    const { staff, tenantId } = await setupFirm()
    const many = (count: number) => Array.from({ length: count }, () => project())
    const statusOf = async (changes: unknown[]) => (await staff.send(changes)).status
    expect(await statusOf(many(limits.changesPerRequest + 1).map((op) => change(op)))).toBe(413)
    expect(await statusOf([change(...many(limits.operationsPerChange + 1))])).toBe(413)
    const large = 'x'.repeat(limits.requestBytes)
    const response = await staff.send([change(project({ description: large }))])
    expect([response.status, await response.json()]).toMatchObject([413, { code: 'TOO_LARGE' }])
    expect(await numberOf(server, tenantId)).toBe(0)
    expect(await statusOf(many(limits.changesPerRequest).map((op) => change(op)))).toBe(200)
    expect(await statusOf([change(...many(limits.operationsPerChange))])).toBe(200)
    expect(await numberOf(server, tenantId)).toBe(limits.changesPerRequest + 1)
  })
})

describe('a repeated change', () => {
  it('PUSH3 the same bytes by the same person get the stored verdict', async () => {
    const { staff, tenantId } = await setupFirm()
    const home = project()
    const created = change(home)
    const refused = change(project({ type: 'CASTLE' }))
    const first = await staff.push(created, refused)
    await staff.write(update('projects', home.id, { name: 'Port' }, { name: 'Harbour' }))
    expect(await staff.push(created, refused)).toEqual(first)
    expect(await staff.push({ ...created, was: { epoch: 'x', number: 9 } })).toEqual([first[0]])
    expect(await numberOf(server, tenantId)).toBe(2)
    expect(await rowOf(staff, 'projects', home.id)).toMatchObject({ name: 'Port' })
  })

  it('PUSH3 other bytes, another person and another shape with a known id are duplicates', async () => {
    const { staff, other, reader, tenantId } = await setupFirm()
    const created = change(project())
    await staff.push(created)
    const others = [
      { ...created, ops: [project()] },
      { ...created, ops: [] },
    ]
    expect(codesOf(await staff.push(...others))).toEqual(['DUPLICATE', 'DUPLICATE'])
    expect(codesOf(await other.push(created))).toEqual(['DUPLICATE'])
    expect(codesOf(await reader.push(created))).toEqual(['DUPLICATE'])
    expect(await numberOf(server, tenantId)).toBe(1)
  })

  it('PUSH12 a malformed change and one that the database refused get the same verdict again, whatever has changed since', async () => {
    const { staff, other, tenantId } = await setupFirm()
    const [home, person] = [project(), investor()]
    await staff.write(home, person)
    const full = investment(home.id, person.id, { amount: '9999999999999.99' })
    await staff.write(full)
    const [wrong, over] = [
      { ...change(project()), at: 'today' },
      change(investment(home.id, person.id, { amount: '1' })),
    ]
    const first = await staff.push(wrong, over)
    expect(codesOf(first)).toEqual(['VALIDATION', 'VALIDATION'])
    await staff.write(remove('investments', full.id))
    expect(await staff.push(wrong, over)).toEqual(first)
    expect(codesOf(await staff.push({ ...wrong, at: '2026-03-15T10:00:00Z' }))).toEqual(['DUPLICATE'])
    expect(codesOf(await other.push(wrong, over))).toEqual(['DUPLICATE', 'DUPLICATE'])
    expect(await numberOf(server, tenantId)).toBe(3)
    expect(await rowOf(staff, 'investments', (over.ops[0] as { id: string }).id)).toBeUndefined()
  })

  it('PUSH3 the same id twice in one request is decided once', async () => {
    const { staff, tenantId } = await setupFirm()
    const created = change(project())
    const [first, again, spoilt] = await staff.push(created, created, { ...created, ops: [project()] })
    expect(again).toEqual(first)
    expect(spoilt).toMatchObject({ verdict: 'rejected', code: 'DUPLICATE' })
    expect(await numberOf(server, tenantId)).toBe(1)
  })

  it('PUSH3 the same change sent ten times concurrently is decided once', async () => {
    const { staff, tenantId } = await setupFirm()
    const [home, person] = [project(), investor()]
    await staff.write(home, person)
    const paid = change(investment(home.id, person.id, { amount: '10' }))
    const verdicts = await Promise.all(Array.from({ length: 10 }, () => staff.push(paid)))
    expect(new Set(verdicts.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(await numberOf(server, tenantId)).toBe(2)
    expect(await rowOf(staff, 'projects', home.id)).toMatchObject({ raisedAmount: '10.00' })
  })

  it('PUSH3 two firms may use the same ids', async () => {
    const [one, two] = [await setupFirm(), await setupFirm()]
    const created = change(project())
    expect(codesOf(await one.staff.push(created))).toEqual(['applied'])
    expect(codesOf(await two.staff.push(created))).toEqual(['applied'])
    expect(await numberOf(server, two.tenantId)).toBe(1)
  })

  it('PUSH4 PUSH17 a create of an existing id is applied for the same person and fields, else a duplicate; a wrong value is one whether the id is taken or not', async () => {
    const { staff, other, tenantId } = await setupFirm()
    const home = project({ targetAmount: '5' })
    const number = await staff.write(home)
    expect(await staff.attempt(home)).toMatchObject({ verdict: 'applied', number })
    expect(codesOf([await staff.attempt(project({ targetAmount: '6' }, home.id))])).toEqual(['DUPLICATE'])
    for (const id of [home.id, uuidv7()])
      expect(codesOf([await staff.attempt(project({ type: 'CASTLE' }, id))])).toEqual(['VALIDATION'])
    expect(codesOf([await other.attempt(home)])).toEqual(['DUPLICATE'])
    expect(await numberOf(server, tenantId)).toBe(number)
  })
})

describe('writes', () => {
  it('PUSH5 a change is applied all or none', async () => {
    const { staff, tenantId } = await setupFirm()
    const [home, person] = [project(), investor()]
    await staff.write(person)
    const verdict = await staff.attempt(
      home,
      investment(home.id, person.id),
      update('investors', person.id, { phone: '+10001' }, { phone: null }),
      project({ type: 'CASTLE' }),
    )
    expect(verdict).toMatchObject({ verdict: 'rejected', code: 'VALIDATION', number: null })
    expect(await rowOf(staff, 'projects', home.id)).toBeUndefined()
    expect(await rowOf(staff, 'investors', person.id)).toMatchObject({ phone: null, totalInvested: '0.00' })
    expect(await numberOf(server, tenantId)).toBe(1)
  })

  it('PUSH6 the id is the device’s; tenant, creator and times are the server’s', async () => {
    const { staff, tenantId, admin } = await setupFirm()
    const home = project()
    await staff.write(home)
    server.clock.advance(60_000)
    await staff.write(update('projects', home.id, { name: 'Port' }, { name: 'Harbour' }))
    expect(await rowOf(staff, 'projects', home.id)).toMatchObject({
      createdBy: admin.userId,
      createdAt: '2026-03-15T10:00:00.000Z',
      updatedAt: '2026-03-15T10:01:00.000Z',
    })
    expect(await (await staff.get(`/api/projects/${home.id}`)).json()).toMatchObject({ id: home.id, tenantId })
  })

  it.each(['id', 'tenantId', 'createdBy', 'createdAt', 'updatedAt', 'number', 'deletedAt', 'raisedAmount', 'castle'])(
    'PUSH6 a change that gives %s is refused',
    async (name) => {
      const { staff, tenantId } = await setupFirm()
      const home = project()
      await staff.write(home)
      const [created, updated] = await staff.push(
        change(project({ [name]: '1' })),
        change(update('projects', home.id, { [name]: '1' }, { [name]: null })),
      )
      for (const verdict of [created, updated])
        expect(verdict).toMatchObject({ code: 'VALIDATION', errors: { [name]: expect.any(String) } })
      expect(await numberOf(server, tenantId)).toBe(1)
    },
  )

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'PUSH6 a change that gives %s is refused',
    async (name) => {
      const { staff, tenantId } = await setupFirm()
      const text = JSON.stringify(change(project())).replace('"type"', `"${name}":{"type":"x"},"type"`)
      expect(codesOf(await staff.push(JSON.parse(text)))).toEqual(['VALIDATION'])
      expect(await numberOf(server, tenantId)).toBe(0)
    },
  )

  it.each(['castles', '__proto__', 'constructor', 'users', 'sessions', ''])(
    'PUSH6 there is nothing to change of the entity "%s"',
    async (entity) => {
      const { staff } = await setupFirm()
      expect(codesOf([await staff.attempt(create(entity, {}))])).toEqual(['VALIDATION'])
      expect(codesOf([await staff.attempt(update(entity, uuidv7(), {}, {}))])).toEqual(['VALIDATION'])
      expect(codesOf([await staff.attempt(remove(entity, uuidv7()))])).toEqual(['VALIDATION'])
    },
  )

  it('PUSH11 role and links at arrival decide', async () => {
    const { staff, manager, other } = await setupFirm()
    const home = project()
    await staff.write(home)
    await server.database.directory`update directory.users set role = 'INVESTOR' where id = ${manager.userId}`
    const edit = update('projects', home.id, { name: 'Port' }, { name: 'Harbour' })
    expect(codesOf([await other.attempt(edit)])).toEqual(['FORBIDDEN'])
    await server.database.directory`update directory.users set role = 'ADMIN' where id = ${manager.userId}`
    expect(codesOf([await other.attempt(edit)])).toEqual(['applied'])
  })
})
