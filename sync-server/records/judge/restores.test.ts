import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { limits } from '#schema/sync/protocol.ts'
import { change, create, investment, investor, project, remove, restore, update } from '#server/test/changes.ts'
import { as, foldRows, rowOf } from '#server/test/device.ts'
import { createFirm, link, numberOf } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { asOwner } from '#server/test/database.ts'

const server = await setupServer()

async function setupHoldings() {
  const firm = await createFirm(server)
  const [staff, reader] = [as(server, firm.admin), as(server, firm.investor)]
  const [home, person, second] = [project(), investor(), investor({ firstName: 'Ada', email: 'ada@example.com' })]
  await staff.write(home, person, second)
  await link(server, firm.admin, firm.investor, second.id)
  const [paid, other] = [
    investment(home.id, person.id, { amount: '100', status: 'FUNDED' }),
    investment(home.id, second.id, { amount: '300', status: 'FUNDED' }),
  ]
  const fee = create('commissions', { investmentId: paid.id, feeType: 'MANAGEMENT', amount: '5' })
  const document = create('documents', { name: 'Contract', projectId: home.id, investorId: person.id })
  const plan = create('documents', { name: 'Plan', projectId: home.id, type: 'REPORT' })
  await staff.write(paid, other)
  await staff.write(fee, document, plan, create('valuations', { projectId: home.id, nav: '800' }))
  const rows = async (device = staff) => foldRows((await device.pull()).rows)
  const state = async (device = staff) =>
    new Map([...(await rows(device))].map(([key, { number: _, updatedAt: __, ...row }]) => [key, row] as const))
  return { ...firm, staff, reader, home, person, second, paid, other, fee, document, plan, rows, state }
}

describe('DEL7 a restore', () => {
  it.each(['investors', 'investments', 'commissions'])(
    'of one row of %s brings back the whole group, with its sums and ratios',
    async (entity) => {
      const { staff, reader, person, paid, fee, state } = await setupHoldings()
      const before = [await state(), await state(reader)]
      await staff.write(remove('investors', person.id))
      expect([...(await state()).keys()]).not.toContain(`commissions ${fee.id}`)
      const ids = { investors: person.id, investments: paid.id, commissions: fee.id } as Record<string, string>
      const number = await staff.write(restore(entity, ids[entity]!))
      expect([await state(), await state(reader)]).toEqual(before)
      expect(await rowOf(staff, 'investments', paid.id)).toMatchObject({ number })
    },
  )

  it('restores the rows deleted along with it, and none that were deleted earlier', async () => {
    const { staff, person, paid, document } = await setupHoldings()
    await staff.write(remove('documents', document.id))
    await staff.write(remove('investors', person.id))
    await staff.write(restore('investors', person.id))
    expect(await rowOf(staff, 'investments', paid.id)).toMatchObject({ amount: '100.00' })
    expect(await rowOf(staff, 'documents', document.id)).toBeUndefined()
    expect(await staff.attempt(restore('documents', document.id))).toMatchObject({ verdict: 'applied' })
    expect(await rowOf(staff, 'documents', document.id)).toMatchObject({ investorId: person.id })
  })

  it('leaves other records that the same change deleted', async () => {
    const { staff, person, second, paid, other, home } = await setupHoldings()
    const [deleted] = await staff.push(change(remove('investors', person.id), remove('investors', second.id)))
    expect(deleted).toMatchObject({ verdict: 'applied' })
    await staff.write(restore('investors', person.id))
    expect(await rowOf(staff, 'investments', paid.id)).toMatchObject({ amount: '100.00' })
    expect(await rowOf(staff, 'investors', second.id)).toBeUndefined()
    expect(await rowOf(staff, 'investments', other.id)).toBeUndefined()
    await staff.write(remove('investors', person.id))
    await staff.write(remove('projects', home.id))
    expect(await staff.attempt(restore('investors', second.id))).toMatchObject({ code: 'PARENT_GONE' })
    await staff.write(restore('projects', home.id))
    await staff.write(restore('investments', other.id))
    expect(await rowOf(staff, 'investors', second.id)).toMatchObject({ firstName: 'Ada' })
  })

  it('leaves a row of two deleted records until the second returns', async () => {
    const { staff, person, second, paid, other } = await setupHoldings()
    const [firstId, secondId] = [person.id, second.id].toSorted()
    const pair = create('notDuplicates', { firstId: firstId!, secondId: secondId! })
    await staff.write(pair)
    await staff.write(remove('investors', person.id), remove('investors', second.id))
    await staff.write(restore('investments', paid.id))
    expect(await rowOf(staff, 'investors', person.id)).toBeDefined()
    expect(await rowOf(staff, 'investments', other.id)).toBeUndefined()
    expect(await rowOf(staff, 'notDuplicates', pair.id)).toBeUndefined()
    await staff.write(restore('investors', second.id))
    expect(await rowOf(staff, 'notDuplicates', pair.id)).toMatchObject({ firstId })
  })

  it('computes the fields that the server maintains from the current rows', async () => {
    const { staff, person, paid, other, home, tenantId } = await setupHoldings()
    await staff.write(remove('investors', person.id))
    await staff.write(update('projects', home.id, { name: 'Port' }, { name: 'Harbour' }))
    await staff.write(update('investments', other.id, { amount: '700' }, { amount: '300.00' }))
    await staff.write(restore('investors', person.id))
    expect(await rowOf(staff, 'projects', home.id)).toMatchObject({
      raisedAmount: '800.00',
      actualTotalInvested: '800.00',
    })
    expect(await rowOf(staff, 'investors', person.id)).toMatchObject({ totalInvested: '100.00' })
    const [row] = await server.database.tenant(tenantId, (tx) =>
      tx.query(
        'select project_name as name, value_ratio::text as ratio from investments where tenant_id = $1 and id = $2',
        [tx.tenantId, paid.id],
      ),
    )
    expect(row).toEqual({ name: 'Port', ratio: '1.000000' })
  })

  it('DEL12 fills the references that the delete emptied, where they are still empty', async () => {
    const { staff, person, second, home, rows } = await setupHoldings()
    const [contact, other] = [create('referrals', { name: 'Layla' }), create('referrals', { name: 'Omar' })]
    const deal = create('deals', { name: 'Port', sourceId: contact.id, projectId: home.id })
    await staff.write(contact, other, deal)
    for (const { id } of [person, second])
      await staff.write(update('investors', id, { referralId: contact.id }, { referralId: null }))
    await staff.write(remove('referrals', contact.id))
    await staff.write(update('investors', second.id, { referralId: other.id }, { referralId: null }))
    const number = await staff.write(restore('referrals', contact.id))
    const after = await rows()
    expect(after.get(`investors ${person.id}`)).toMatchObject({ referralId: contact.id, number })
    expect(after.get(`deals ${deal.id}`)).toMatchObject({ sourceId: contact.id, number })
    expect(after.get(`investors ${second.id}`)).toMatchObject({ referralId: other.id })
  })

  it.each([
    ['the row first', ['investors', 'referrals']],
    ['what it points to first', ['referrals', 'investors']],
  ])('of a deleted row and its deleted parent ends the same: %s', async (_, order) => {
    const { staff, person } = await setupHoldings()
    const contact = create('referrals', { name: 'Layla' })
    await staff.write(contact)
    await staff.write(update('investors', person.id, { referralId: contact.id }, { referralId: null }))
    await staff.write(remove('investors', person.id))
    await staff.write(remove('referrals', contact.id))
    const ids: Record<string, string> = { investors: person.id, referrals: contact.id }
    for (const entity of order) await staff.write(restore(entity, ids[entity]!))
    expect(await rowOf(staff, 'investors', person.id)).toMatchObject({ referralId: contact.id })
  })

  it('shows investors the rows they may see now, and removes the rest from their devices', async () => {
    const { staff, reader, home, plan, paid, other } = await setupHoldings()
    const shared = create('documents', { name: 'Fact sheet', projectId: home.id, type: 'FACT_SHEET' })
    await staff.write(shared)
    const seen = await reader.pull()
    await staff.write(remove('documents', plan.id))
    await staff.write(update('projects', home.id, { isVisibleToInvestors: false }, { isVisibleToInvestors: true }))
    await staff.write(restore('documents', plan.id))
    expect(foldRows([...seen.rows, ...(await reader.pull(seen)).rows]).has(`documents ${plan.id}`)).toBe(false)
    await staff.write(update('projects', home.id, { isVisibleToInvestors: true }, { isVisibleToInvestors: false }))
    expect(foldRows((await reader.pull()).rows).has(`documents ${plan.id}`)).toBe(true)
    await staff.write(remove('investments', paid.id), remove('investments', other.id))
    await staff.write(remove('projects', home.id))
    await staff.write(restore('projects', home.id))
    const after = foldRows([...seen.rows, ...(await reader.pull(seen)).rows])
    for (const key of [`projects ${home.id}`, `documents ${plan.id}`, `documents ${shared.id}`])
      expect(after.has(key)).toBe(true)
  })

  it('of more rows than a number may carry continues with the next number', async () => {
    const { staff, home, paid, other, tenantId } = await setupHoldings()
    await staff.write(remove('investments', paid.id), remove('investments', other.id))
    await asOwner(server, (sql) =>
      sql.unsafe(
        `insert into valuations (tenant_id, id, n, created_at, updated_at, project_id, nav, valuation_date, shown, shown_since)
select $1::uuid, r.id, 1, now(), now(), $2::uuid, 5, '2026-01-01', true, 1 from unnest($3::uuid[]) as r(id)`,
        [tenantId, home.id, Array.from({ length: limits.rowsPerNumber + 10 }, () => uuidv7())],
      ),
    )
    const sizeOf = async () => foldRows((await staff.pull()).rows).size
    const before = await sizeOf()
    const deleted = await staff.write(remove('projects', home.id))
    expect(await staff.write(restore('projects', home.id))).toBeGreaterThan(deleted + 1)
    expect(await sizeOf()).toBe(before)
  })
})

describe('DEL8 a restore', () => {
  it('of a live row is applied without effect', async () => {
    const { staff, person, tenantId } = await setupHoldings()
    const before = await numberOf(server, tenantId)
    const { number } = (await rowOf(staff, 'investors', person.id))!
    expect(await staff.attempt(restore('investors', person.id))).toMatchObject({ verdict: 'applied', number })
    expect(await numberOf(server, tenantId)).toBe(before)
  })

  it('under a parent that stays deleted is refused until the parent is restored', async () => {
    const { staff, home, person, paid, other, document } = await setupHoldings()
    await staff.write(remove('investors', person.id))
    await staff.write(remove('investments', other.id))
    await staff.write(remove('projects', home.id))
    for (const [entity, { id }] of [
      ['investors', person],
      ['investments', paid],
      ['documents', document],
    ] as const)
      expect(await staff.attempt(restore(entity, id))).toMatchObject({ verdict: 'rejected', code: 'PARENT_GONE' })
    await staff.write(restore('projects', home.id))
    await staff.write(restore('investors', person.id))
    expect(await rowOf(staff, 'investments', paid.id)).toMatchObject({ amount: '100.00' })
  })

  it('DEL13 is for people who may delete; a row that may not be read counts as missing', async () => {
    const { staff, reader, plan, document } = await setupHoldings()
    const stranger = await setupHoldings()
    await staff.write(remove('documents', plan.id))
    await staff.write(remove('documents', document.id))
    const codes = async (device: typeof staff, id: string) => (await device.attempt(restore('documents', id))).code
    expect(await codes(reader, plan.id)).toBe('FORBIDDEN')
    expect(await codes(reader, document.id)).toBe('NOT_FOUND')
    expect(await codes(stranger.staff, plan.id)).toBe('NOT_FOUND')
    expect(await codes(staff, uuidv7())).toBe('NOT_FOUND')
    expect(await rowOf(staff, 'documents', plan.id)).toBeUndefined()
  })

  it('over REST returns the row', async () => {
    const { staff, reader, person, home, other } = await setupHoldings()
    await staff.write(remove('investors', person.id))
    const request = async (device: typeof staff, path: string) => {
      const response = await device.post(`/api/${path}/restore`, {})
      return [response.status, await response.json()]
    }
    expect(await request(reader, `investors/${person.id}`)).toMatchObject([403, { code: 'FORBIDDEN' }])
    expect(await request(staff, `investors/${uuidv7()}`)).toMatchObject([404, { code: 'NOT_FOUND' }])
    const row = { id: person.id, totalInvested: '100.00' }
    expect(await request(staff, `investors/${person.id}`)).toMatchObject([200, row])
    expect(await request(staff, `investors/${person.id}`)).toMatchObject([200, row])
    await staff.write(remove('investments', other.id))
    await staff.write(remove('investors', person.id))
    await staff.write(remove('projects', home.id))
    expect(await request(staff, `investors/${person.id}`)).toMatchObject([409, { code: 'PARENT_GONE' }])
  })
})

describe('PUSH5 a restore with other operations', () => {
  it('forms one change with the edit that it makes possible', async () => {
    const { staff, person } = await setupHoldings()
    await staff.write(remove('investors', person.id))
    const edit = update('investors', person.id, { phone: '+10001' }, { phone: null })
    const number = await staff.write(restore('investors', person.id), edit)
    expect(await rowOf(staff, 'investors', person.id)).toMatchObject({ phone: '+10001', number })
  })

  it('MERGE3 is held back when the edit conflicts', async () => {
    const { staff, person, tenantId } = await setupHoldings()
    await staff.write(update('investors', person.id, { phone: '+10001' }, { phone: null }))
    await staff.write(remove('investors', person.id))
    const before = await numberOf(server, tenantId)
    const edit = update('investors', person.id, { phone: '+10002' }, { phone: null })
    expect(await staff.attempt(restore('investors', person.id), edit)).toMatchObject({
      verdict: 'conflict',
      number: null,
      conflicts: [{ field: 'phone', yours: '+10002', theirs: '+10001' }],
    })
    expect(await rowOf(staff, 'investors', person.id)).toBeUndefined()
    expect(await numberOf(server, tenantId)).toBe(before)
  })

  it('a delete and a create in its place are one change, all or none', async () => {
    const { staff, home, person, paid } = await setupHoldings()
    const instead = investment(home.id, person.id, { amount: '900', status: 'FUNDED' })
    expect(
      await staff.attempt(remove('investments', paid.id), { ...instead, fields: { ...instead.fields, amount: '-1' } }),
    ).toMatchObject({ code: 'VALIDATION' })
    expect(await rowOf(staff, 'investments', paid.id)).toMatchObject({ amount: '100.00' })
    const number = await staff.write(remove('investments', paid.id), instead)
    expect(await rowOf(staff, 'investments', paid.id)).toBeUndefined()
    expect(await rowOf(staff, 'projects', home.id)).toMatchObject({ raisedAmount: '1200.00', number })
  })

  it('deletes and restores of one request see each other', async () => {
    const { staff, person, state } = await setupHoldings()
    const before = await state()
    const verdicts = await staff.push(
      change(remove('investors', person.id)),
      change(restore('investors', person.id)),
      change(remove('investors', person.id), restore('investors', person.id)),
    )
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['applied', 'applied', 'applied'])
    expect(await state()).toEqual(before)
  })
})
