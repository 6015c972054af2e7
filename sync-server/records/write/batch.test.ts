import { v7 as uuidv7 } from 'uuid'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { TenantEntityName } from '#schema/registry.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { investment, investor, project, remove, update } from '#server/test/changes.ts'
import { as, foldRows, rowOf } from '#server/test/device.ts'
import { createFirm, numberOf, type TestPerson } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { type Actor, asPerson } from '#server/records/actor.ts'
import type { Batch, RowFields } from './batch.ts'
import { type TransactOptions, transact } from './transact.ts'
import { keepChange, writeBatch } from './write-batch.ts'

const server = await setupServer()

const viewerOf = ({ tenantId, userId, role }: TestPerson): Viewer => ({ tenantId, userId, role, investorIds: [] })

async function setupFirm() {
  const firm = await createFirm(server)
  const { tenantId } = firm
  const staff = as(server, firm.admin)
  const [home, other, person, friend] = [project(), project(), investor(), investor()]
  const paid = investment(home.id, person.id, { amount: '100.00' })
  await staff.write(home, other, person, friend)
  await staff.write(paid)
  const write = (
    work: (batch: Batch) => Promise<unknown>,
    by: Actor = asPerson(viewerOf(firm.admin)),
    options?: TransactOptions,
  ) => transact(server, by, work, options)
  const actors: Record<'person' | 'job' | 'system', Actor> = {
    person: asPerson(viewerOf(firm.admin)),
    job: { kind: 'job', tenantId, job: 'fees' },
    system: { kind: 'system', tenantId },
  }
  return { ...firm, staff, home, other, person, friend, paid, write, actors }
}

const entriesOf = (tenantId: string) =>
  server.database.tenant(tenantId, (tx) =>
    tx.query<{ action: string; id: string; details: Record<string, unknown> }>(
      'select action, entity_id as id, details from audit_logs where tenant_id = $1 order by place',
      [tenantId],
    ),
  )

describe.each(['person', 'job', 'system'] as const)('an operation of a %s', (kind) => {
  it('is followed by sums and values that the server maintains, in one change of one number', async () => {
    const { staff, home, person, write, actors, tenantId } = await setupFirm()
    const before = await numberOf(server, tenantId)
    await write(async (batch) => {
      const fields = { projectId: home.id, investorId: person.id, investmentDate: '2026-01-31' }
      const id = await batch.create('investments', { ...fields, amount: '50.00', status: 'FUNDED' })
      await batch.update('investments', id, { amount: '70.00' })
      await batch.create('valuations', { projectId: home.id, nav: '140.00', valuationDate: '2026-02-01' })
    }, actors[kind])
    expect(await numberOf(server, tenantId)).toBe(before + 1)
    expect(await rowOf(staff, 'projects', home.id)).toMatchObject({
      raisedAmount: '170.00',
      actualTotalInvested: '70.00',
    })
    const made = [...foldRows((await staff.pull()).rows).values()].find(({ amount }) => amount === '70.00')
    expect(made).toMatchObject({ redemptionDate: '2026-07-31', number: before + 1 })
    const actions = (await entriesOf(tenantId)).slice(-3).map(({ action }) => action)
    expect(actions).toEqual(['investments.create', 'investments.update', 'valuations.create'])
  })

  const updateAny = (batch: Batch, id: string, fields: Readonly<Record<string, unknown>>) =>
    batch.update('projects' as TenantEntityName, id, fields)

  it.each<[string, string, (batch: Batch, ids: Record<string, string>) => Promise<unknown>]>([
    [
      'a reference to nothing',
      'VALIDATION',
      (batch, { home }) => batch.create('investments', { projectId: home!, investorId: uuidv7(), amount: '1.00' }),
    ],
    [
      'a reference to a deleted record',
      'PARENT_GONE',
      async (batch, { home, friend }) => {
        await batch.remove('investors', friend!)
        await batch.create('investments', { projectId: home!, investorId: friend!, amount: '1.00' })
      },
    ],
    [
      'a value out of its bounds',
      'VALIDATION',
      (batch, { paid }) => batch.update('investments', paid!, { amount: '0' }),
    ],
    [
      'a value of another type',
      'VALIDATION',
      (batch, { home }) => updateAny(batch, home!, { isVisibleToInvestors: 'yes' }),
    ],
    ['a field that does not exist', 'VALIDATION', (batch, { home }) => updateAny(batch, home!, { colour: 'red' })],
    [
      'fields that contradict each other',
      'VALIDATION',
      (batch, { paid }) =>
        batch.update('investments', paid!, { investmentDate: '2026-02-01', redemptionDate: '2026-01-01' }),
    ],
    ['a record that is not there', 'NOT_FOUND', (batch) => batch.update('projects', uuidv7(), { name: 'Quay' })],
    ['a project with investments', 'HAS_INVESTMENTS', (batch, { home }) => batch.remove('projects', home!)],
    [
      'a value that has changed since it was seen',
      'CONFLICT',
      (batch, { home }) => batch.update('projects', home!, { name: 'Quay' }, { base: { name: 'Mole' } }),
    ],
    [
      'a record that has moved on since it was seen',
      'CONFLICT',
      (batch, { home }) => batch.update('projects', home!, { name: 'Quay' }, { number: 1 }),
    ],
    [
      'a delete of something that has changed since it was seen',
      'DELETE_CHANGED',
      (batch, { other }) => batch.remove('projects', other!, { base: { name: 'Mole' } }),
    ],
    [
      'a circle',
      'VALIDATION',
      async (batch, { person }) => {
        const referralId = await batch.create('referrals', { name: 'Layla', investorId: person! })
        await batch.update('investors', person!, { referralId })
      },
    ],
  ])('is refused, with everything else of its change: %s', async (_, code, work) => {
    const { home, other, person, friend, paid, write, actors, tenantId } = await setupFirm()
    const before = await numberOf(server, tenantId)
    const ids = { home: home.id, other: other.id, person: person.id, friend: friend.id, paid: paid.id }
    const attempt = write(async (batch) => {
      await batch.create('referrals', { name: 'Samir' })
      await work(batch, ids)
    }, actors[kind])
    await expect(attempt).rejects.toMatchObject({ code })
    expect(await numberOf(server, tenantId)).toBe(before)
  })

  it('may set what only the server sets, but not what follows from other rows', async () => {
    const { staff, home, person, write, actors } = await setupFirm()
    await write(async (batch) => {
      await batch.update('investors', person.id, { userId: person.id })
      await batch.create('documents', {
        name: 'Deed',
        type: 'REPORT',
        projectId: home.id,
        audience: 'INVESTORS',
        uploadedBy: person.id,
        shown: false,
      })
    }, actors[kind])
    expect(await rowOf(staff, 'investors', person.id)).toMatchObject({ userId: person.id })
    const [row] = await server.database.tenant(actorTenant(actors[kind]), (tx) =>
      tx.query('select shown, uploaded_by as by from documents where tenant_id = $1', [actorTenant(actors[kind])]),
    )
    expect(row).toEqual({ shown: true, by: person.id })
  })

  it('may move a row to another record: the sums of both follow', async () => {
    const { staff, home, other, person, friend, paid, write, actors } = await setupFirm()
    await write(
      (batch) => batch.update('investments', paid.id, { projectId: other.id, investorId: friend.id }),
      actors[kind],
    )
    const rows = foldRows((await staff.pull()).rows)
    expect([home, other].map(({ id }) => rows.get(`projects ${id}`)!['raisedAmount'])).toEqual(['0.00', '100.00'])
    expect([person, friend].map(({ id }) => rows.get(`investors ${id}`)!['totalInvested'])).toEqual(['0.00', '100.00'])
  })

  it('deletes and restores a row with everything that belongs to it', async () => {
    const { staff, person, paid, home, write, actors } = await setupFirm()
    await write((batch) => batch.remove('investors', person.id), actors[kind])
    expect(await rowOf(staff, 'investments', paid.id)).toBeUndefined()
    expect(await rowOf(staff, 'projects', home.id)).toMatchObject({ raisedAmount: '0.00' })
    await write((batch) => batch.restore('investors', person.id), actors[kind])
    expect(await rowOf(staff, 'investments', paid.id)).toMatchObject({ amount: '100.00' })
    expect(await rowOf(staff, 'projects', home.id)).toMatchObject({ raisedAmount: '100.00' })
  })
})

const actorTenant = (actor: Actor): string => ('viewer' in actor ? actor.viewer.tenantId : actor.tenantId)

describe('permission', () => {
  it('is required of a person for each operation, and never of a job or the system', async () => {
    const { investor: client, person, actors, write } = await setupFirm()
    const rename = (batch: Batch) => batch.update('investors', person.id, { firstName: 'Nobody' })
    const linked = { ...viewerOf(client), investorIds: [person.id] }
    await expect(write(rename, asPerson(linked))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(write(rename, asPerson(viewerOf(client)))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const kind of ['job', 'system'] as const) await write(rename, actors[kind])
  })

  it('to write a verb’s own fields comes only from the verb that declares it', async () => {
    const { admin, person, write } = await setupFirm()
    const link = (batch: Batch) => batch.create('investorUsers', { userId: admin.userId, investorId: person.id })
    await expect(write(link)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const act = { entity: 'investors', verb: 'link', id: person.id } as const
    await write(link, asPerson(viewerOf(admin)), { act })
  })

  it('for a verb is checked once, on the record', async () => {
    const { investor: client, person, write } = await setupFirm()
    const act = { entity: 'investors', verb: 'link', id: person.id } as const
    const nothing = async () => {}
    const linked = { ...viewerOf(client), investorIds: [person.id] }
    await expect(write(nothing, asPerson(linked), { act })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(write(nothing, asPerson(viewerOf(client)), { act })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('limits what a verb reads: rows that the user may not see, and deleted ones, are not there', async () => {
    const { staff, investor: client, home, person, friend, paid, write } = await setupFirm()
    await staff.write(update('projects', home.id, { isVisibleToInvestors: false }, { isVisibleToInvestors: true }))
    await staff.write(remove('investors', friend.id))
    const read = async (batch: Batch) => [
      (await batch.get('projects', home.id))?.name,
      (await batch.get('investors', friend.id))?.firstName,
      (await batch.where('investments', 'investorId', person.id)).map(({ id }) => id),
    ]
    const linked = { ...viewerOf(client), investorIds: [person.id] }
    expect(await write(read, asPerson(linked))).toEqual([undefined, undefined, [paid.id]])
    expect(await write(read, asPerson(viewerOf(client)))).toEqual([undefined, undefined, []])
    expect(await write(read)).toEqual(['Harbour', undefined, [paid.id]])
  })
})

describe('a change', () => {
  it('that the database refuses is a refusal, not a failure', async () => {
    const { write, tenantId } = await setupFirm()
    const rate = { fromCurrency: 'USD', toCurrency: 'AED', rate: '3.67', date: '2026-03-01' } as const
    const twice = async (batch: Batch) => {
      await batch.create('exchangeRates', rate)
      await batch.create('exchangeRates', rate)
    }
    const before = await numberOf(server, tenantId)
    await expect(write(twice)).rejects.toMatchObject({ code: 'DUPLICATE' })
    expect(await numberOf(server, tenantId)).toBe(before)
  })

  it('that writes nothing uses no number', async () => {
    const { write, home, tenantId } = await setupFirm()
    const before = await numberOf(server, tenantId)
    await write((batch) => batch.update('projects', home.id, { name: 'Harbour' }))
    expect(await numberOf(server, tenantId)).toBe(before)
  })

  it('that names no operation has an audit entry for each row', async () => {
    const { home, actors, tenantId } = await setupFirm()
    await writeBatch(server, actors.system, async (batch) => {
      const row = (await batch.set.get('projects', home.id))!
      batch.set.setMaintained('projects', row, { name: 'Quay' })
      await keepChange(batch, { id: uuidv7(), operations: [] })
    })
    expect((await entriesOf(tenantId)).at(-1)).toMatchObject({
      action: 'projects.update',
      id: home.id,
      details: { before: { name: 'Harbour' }, after: { name: 'Quay' } },
    })
  })
})

it('the fields and entities of a batch are typed', () => {
  expectTypeOf<{ name: 'Pier'; targetAmount: '1.00'; isVisibleToInvestors: true }>().toExtend<RowFields<'projects'>>()
  expectTypeOf<{ targetAmount: 1 }>().not.toExtend<RowFields<'projects'>>()
  expectTypeOf<{ type: 'CASTLE' }>().not.toExtend<RowFields<'projects'>>()
  expectTypeOf<'nav'>().not.toExtend<keyof RowFields<'projects'>>()
  expectTypeOf<'users'>().not.toExtend<TenantEntityName>()
})
