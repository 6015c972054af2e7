import { describe, expect, it } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { multiply, quotient, subtract } from '#schema/money/money.ts'
import { byText } from '#server/test/by-text.ts'
import { change, create, investment, investor, merge, project, remove, restore, update } from '#server/test/changes.ts'
import { as, type Device, foldRows, rowOf } from '#server/test/device.ts'
import { createFirm, link, signUp } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { shareRenewal } from './share-renewal.ts'

const server = await setupServer()

async function setupProject(fields: Readonly<Record<string, unknown>> = { isVisibleToInvestors: false }) {
  const firm = await createFirm(server)
  const staff = as(server, firm.admin)
  const [home, ines, omar] = [project(fields), investor(), investor({ firstName: 'Omar' })]
  const paidIn = { status: 'FUNDED', investmentDate: '2025-01-15' }
  const own = investment(home.id, ines.id, { ...paidIn, amount: '150000' })
  const other = investment(home.id, omar.id, { ...paidIn, amount: '850000' })
  const valued = create('valuations', { projectId: home.id, nav: '1200000', valuationDate: '2025-12-31' })
  await staff.write(home, ines, omar, own, other)
  await link(server, firm.admin, firm.investor, ines.id)
  const theirs = await signUp(server, firm.tenantId, 'INVESTOR')
  await link(server, firm.admin, theirs, omar.id)
  await staff.write(valued)
  const [reader, neighbor] = [as(server, firm.investor), as(server, theirs)]
  return { ...firm, staff, reader, neighbor, home, ines, omar, own, other, valued, paidIn }
}

async function stateOf(device: Device) {
  const rows = [...foldRows((await device.pull()).rows)]
  const rowsOf = (entity: string) => rows.flatMap(([key, row]) => (key.startsWith(`${entity} `) ? [row] : []))
  return { shares: rowsOf('holdingValues'), investments: rowsOf('investments'), valuations: rowsOf('valuations') }
}

const sharesOf = async (device: Device) =>
  Object.fromEntries((await stateOf(device)).shares.map((row) => [row['valuationDate'], row['value']]))
const shareOn = async (device: Device, id: string) => {
  const row = await rowOf(device, 'investments', id)
  return [row!['value'], row!['valueDate'], row!['valueRatio']]
}

describe('FOLLOW4 the split of every valuation', () => {
  it('FOLLOW9 is visible to the investor of each holding, even in a hidden project, with the latest on the holding', async () => {
    const { reader, neighbor, own, other, valued, ines } = await setupProject()
    expect((await stateOf(reader)).shares).toMatchObject([
      {
        investmentId: own.id,
        valuationId: valued.id,
        investorId: ines.id,
        valuationDate: '2025-12-31',
        value: '180000.00',
      },
    ])
    expect(await shareOn(reader, own.id)).toEqual(['180000.00', '2025-12-31', '1.200000'])
    expect(await sharesOf(neighbor)).toEqual({ '2025-12-31': '1020000.00' })
    expect(await shareOn(neighbor, other.id)).toEqual(['1020000.00', '2025-12-31', '1.200000'])
    expect(await rowOf(reader, 'investments', own.id)).toMatchObject({ projectCurrency: 'USD' })
  })

  it('ignores later payments and holdings', async () => {
    const { staff, reader, home, ines, omar, own, paidIn } = await setupProject()
    const number = await staff.write(
      create('cashFlows', {
        projectId: home.id,
        investorId: ines.id,
        amount: '60000',
        type: 'DISTRIBUTION',
        date: '2026-01-31',
      }),
      investment(home.id, omar.id, { ...paidIn, investmentDate: '2026-02-01', amount: '500000' }),
    )
    expect(await sharesOf(reader)).toEqual({ '2025-12-31': '180000.00' })
    expect((await rowOf(reader, 'investments', own.id))!['number'], 'it is not sent again').toBeLessThan(number)
  })

  it('follows earlier payments; the first recorded call replaces the assumed one', async () => {
    const { staff, reader, home, ines, own } = await setupProject()
    const early = create('valuations', { projectId: home.id, nav: '1000000', valuationDate: '2025-06-30' })
    await staff.write(early)
    expect(await sharesOf(reader)).toEqual({ '2025-06-30': '150000.00', '2025-12-31': '180000.00' })
    const call = create('cashFlows', {
      projectId: home.id,
      investorId: ines.id,
      amount: '150000',
      type: 'CAPITAL_CALL',
      date: '2025-09-01',
    })
    await staff.write(call)
    expect(await sharesOf(reader)).toEqual({ '2025-12-31': '180000.00' })
    await staff.write(update('cashFlows', call.id, { amount: '50000' }, { amount: '150000.00' }))
    expect(await sharesOf(reader)).toEqual({ '2025-12-31': '66666.67' })
    await staff.write(update('cashFlows', call.id, { date: '2026-01-01' }, { date: '2025-09-01' }))
    expect([await sharesOf(reader), await shareOn(reader, own.id)]).toEqual([{}, ['0.00', '2025-12-31', null]])
    await staff.write(remove('cashFlows', call.id))
    expect(await sharesOf(reader)).toEqual({ '2025-06-30': '150000.00', '2025-12-31': '180000.00' })
  })

  it('skips exited holdings, which keep their last share', async () => {
    const { staff, reader, neighbor, home, own, other } = await setupProject()
    await staff.write(create('valuations', { projectId: home.id, nav: '1000000', valuationDate: '2025-06-30' }))
    const before = { status: 'FUNDED', exitedOn: null }
    await staff.write(update('investments', other.id, { status: 'EXITED', exitedOn: '2025-12-31' }, before))
    expect(await sharesOf(reader)).toEqual({ '2025-06-30': '150000.00', '2025-12-31': '1200000.00' })
    expect(await sharesOf(neighbor)).toEqual({ '2025-06-30': '850000.00' })
    expect(await shareOn(neighbor, other.id)).toEqual(['850000.00', '2025-06-30', '1.000000'])
    await staff.write(update('investments', other.id, { exitedOn: '2026-01-01' }, { exitedOn: '2025-12-31' }))
    expect(await sharesOf(reader)).toEqual({ '2025-06-30': '150000.00', '2025-12-31': '180000.00' })
    expect(await shareOn(reader, own.id)).toEqual(['180000.00', '2025-12-31', '1.200000'])
  })

  it('follows changed, moved, deleted and restored valuations', async () => {
    const { staff, reader, own, valued } = await setupProject()
    await staff.write(update('valuations', valued.id, { nav: '1000000.01' }, { nav: '1200000.00' }))
    expect(await sharesOf(reader)).toEqual({ '2025-12-31': '150000.00' })
    await staff.write(update('valuations', valued.id, { valuationDate: '2025-11-30' }, { valuationDate: '2025-12-31' }))
    expect(await sharesOf(reader)).toEqual({ '2025-11-30': '150000.00' })
    await staff.write(remove('valuations', valued.id))
    expect([await sharesOf(reader), await shareOn(reader, own.id)]).toEqual([{}, [null, null, null]])
    await staff.write(restore('valuations', valued.id))
    expect(await sharesOf(reader)).toEqual({ '2025-11-30': '150000.00' })
  })

  it('follows deleted and restored holdings; a flow loses its reference to a deleted one', async () => {
    const { staff, reader, home, omar, other } = await setupProject()
    const flow = create('cashFlows', {
      projectId: home.id,
      investorId: omar.id,
      investmentId: other.id,
      amount: '5',
      type: 'DIVIDEND',
    })
    await staff.write(flow)
    await staff.write(remove('investments', other.id))
    expect(await sharesOf(reader)).toEqual({ '2025-12-31': '1200000.00' })
    expect(await rowOf(staff, 'cashFlows', flow.id)).toMatchObject({ investmentId: null })
    await staff.write(restore('investments', other.id))
    expect(await sharesOf(reader)).toEqual({ '2025-12-31': '180000.00' })
    expect(await rowOf(staff, 'cashFlows', flow.id)).toMatchObject({ investmentId: other.id })
  })

  it('moves with its holding to another investor and back', async () => {
    const { staff, reader, neighbor, ines, omar } = await setupProject()
    await staff.write(merge(ines.id, omar.id))
    expect((await stateOf(reader)).shares.map(({ value }) => value).toSorted(byText)).toEqual([
      '1020000.00',
      '180000.00',
    ])
    expect((await stateOf(neighbor)).shares).toHaveLength(2)
    await staff.write(restore('investors', omar.id))
    expect((await stateOf(reader)).shares.map(({ value }) => value)).toEqual(['180000.00'])
  })

  it('uses the exchange rates of the payment days and follows them', async () => {
    const { staff, reader, home, ines, own, paidIn } = await setupProject()
    const lira = investment(home.id, ines.id, { ...paidIn, amount: '4000000', currency: 'TRY' })
    await staff.write(lira)
    expect(await shareOn(reader, lira.id)).toEqual(['0.00', '2025-12-31', null])
    const rate = (by: string, date: string) =>
      create('exchangeRates', { fromCurrency: 'USD', toCurrency: 'TRY', rate: by, date })
    const [then, later] = [rate('20', '2025-01-01'), rate('40', '2025-12-31')]
    await staff.write(then, later)
    expect(await shareOn(reader, lira.id)).toEqual(['200000.00', '2025-12-31', '2.000000'])
    expect(await shareOn(reader, own.id)).toEqual(['150000.00', '2025-12-31', '1.000000'])
    await staff.write(remove('exchangeRates', then.id))
    expect(await shareOn(reader, own.id)).toEqual(['180000.00', '2025-12-31', '1.200000'])
  })

  it('FOLLOW8 has no shares when nothing was paid in yet', async () => {
    const { staff, reader, home, own } = await setupProject()
    await staff.write(create('valuations', { projectId: home.id, nav: '5', valuationDate: '2025-01-14' }))
    expect(await sharesOf(reader)).toEqual({ '2025-12-31': '180000.00' })
    expect(await shareOn(reader, own.id)).toEqual(['180000.00', '2025-12-31', '1.200000'])
  })

  it('sums to the NAV to the cent', async () => {
    const { staff, reader, neighbor, valued } = await setupProject()
    await staff.write(update('valuations', valued.id, { nav: '0.01' }, { nav: '1200000.00' }))
    expect([await sharesOf(reader), await sharesOf(neighbor)]).toEqual([
      { '2025-12-31': '0.00' },
      { '2025-12-31': '0.01' },
    ])
  })
})

describe('a cash flow names its holding', () => {
  it('of the same project and investor only', async () => {
    const { staff, home, ines, own, other } = await setupProject()
    const flow = (fields: object) =>
      create('cashFlows', { projectId: home.id, investorId: ines.id, amount: '5', type: 'DIVIDEND', ...fields })
    const good = flow({ investmentId: own.id })
    await staff.write(good)
    const refused = await staff.attempt(flow({ investmentId: other.id }))
    expect(refused).toMatchObject({ code: 'VALIDATION', errors: { investmentId: expect.any(String) } })
    const elsewhere = project()
    await staff.write(elsewhere)
    expect(await staff.attempt(flow({ projectId: elsewhere.id, investmentId: own.id }))).toMatchObject({
      code: 'VALIDATION',
    })
    const moved = update('cashFlows', good.id, { investmentId: other.id }, { investmentId: own.id })
    expect(await staff.attempt(moved)).toMatchObject({ code: 'VALIDATION' })
    await staff.write(update('cashFlows', good.id, { investmentId: null }, { investmentId: own.id }))
  })
})

describe('what an investor reads', () => {
  it('FOLLOW17 never reveals the total paid in, from any state of a device or of REST', async () => {
    const { staff, reader, home, ines, own, paidIn } = await setupProject({ isVisibleToInvestors: true })
    await staff.write(create('valuations', { projectId: home.id, nav: '1150000', valuationDate: '2025-06-30' }))
    await staff.write(
      investment(home.id, ines.id, { ...paidIn, amount: '250000', investmentDate: '2026-02-01' }),
      create('cashFlows', {
        projectId: home.id,
        investorId: ines.id,
        investmentId: own.id,
        amount: '30000',
        type: 'CAPITAL_CALL',
        date: '2025-09-01',
      }),
      create('cashFlows', {
        projectId: home.id,
        investorId: ines.id,
        investmentId: own.id,
        amount: '250000',
        type: 'CAPITAL_CALL',
        date: '2026-02-01',
      }),
    )
    const rest = async (path: string) =>
      (await (await reader.get(path)).json()) as Readonly<Record<string, string | null>>[]
    const states = [
      await stateOf(reader),
      {
        shares: await rest('/api/holding-values'),
        investments: await rest('/api/investments'),
        valuations: await rest('/api/valuations'),
      },
    ]
    for (const { shares, investments, valuations } of states) {
      const text = JSON.stringify([shares, investments, valuations])
      for (const secret of ['1200000', '1150000', '850000', '880000', '1030000']) expect(text).not.toContain(secret)
      const latest = valuations.find(({ valuationDate }) => valuationDate === '2025-12-31')!['valueRatio'] as string
      const held = investments.find(({ id }) => id === own.id)!
      const byValue = quotient(held['value'] as string, '30000')
      for (const other of [held['valueRatio'] as string, byValue]) {
        const difference = subtract(quotient(latest, other), '1')
        expect(Math.abs(Number(difference)), 'T = X / (r1 / r2 - 1) has no solution').toBeLessThan(0.00001)
      }
      const share = shares.find(({ valuationDate }) => valuationDate === '2025-12-31')!['value'] as string
      expect(multiply(latest, '30000').slice(0, 6)).toBe(share.slice(0, 6))
    }
  })

  it('FOLLOW10 has no share of another investor or firm, not even an id; staff have none at all', async () => {
    const { staff, reader, neighbor, other } = await setupProject()
    const elsewhere = await setupProject()
    const theirs = [...(await stateOf(neighbor)).shares, ...(await stateOf(elsewhere.reader)).shares]
    expect(theirs.length).toBe(2)
    const list = await (await reader.get('/api/holding-values')).text()
    const seen = [...(await reader.pull()).texts, list].join('\n')
    for (const { id, value } of theirs) {
      expect([seen.includes(id as string), seen.includes(`"${value as string}"`)]).toEqual([
        false,
        value === '180000.00',
      ])
      expect((await reader.get(`/api/holding-values/${id as string}`)).status).toBe(404)
    }
    expect(seen).not.toContain(other.id)
    expect((await staff.get('/api/holding-values')).status).toBe(403)
    expect((await staff.pull()).rows.filter(([entity]) => entity === 'holdingValues')).toEqual([])
    const written = {
      investmentId: other.id,
      valuationId: uuidv7(),
      investorId: uuidv7(),
      valuationDate: '2025-12-31',
      value: '1',
    }
    for (const device of [staff, reader])
      expect((await device.attempt(create('holdingValues', written))).verdict).toBe('rejected')
  })
})

async function fillProject(staff: Device, projectId: string, investorId: string): Promise<void> {
  const days = Array.from(
    { length: 24 },
    (_, i) => `2025-${String(1 + (i % 12)).padStart(2, '0')}-${i < 12 ? '20' : '25'}`,
  )
  await staff.write(
    ...days.map((valuationDate) => create('valuations', { projectId: projectId, nav: '1000000', valuationDate })),
  )
  const more = Array.from({ length: 100 }, () =>
    investment(projectId, investorId, { status: 'FUNDED', investmentDate: '2025-01-15', amount: '1' }),
  )
  for (let start = 0; start < more.length; start += 50) await staff.push(change(...more.slice(start, start + 50)))
}

describe('a change that affects more shares than fit beside it', () => {
  it('FOLLOW6 FOLLOW16 shows the holdings as being recalculated until the job is done', async () => {
    const { staff, reader, home, ines, own, omar, tenantId, valued } = await setupProject({
      isVisibleToInvestors: true,
    })
    await fillProject(staff, home.id, omar.id)
    const run = async () => {
      let again = true
      const job = { tenantId, kind: 'shareRenewal', key: home.id, payload: { projectId: home.id }, doneAt: null }
      while (again) {
        const state = await stateOf(reader)
        const [held] = state.investments.filter(({ id }) => id === own.id)
        const isRenewed = state.shares.some(
          ({ value, valuationDate }) => valuationDate === '2025-12-31' && value === held!['value'],
        )
        expect([isRenewed, held!['value']]).toEqual([isRenewed, isRenewed ? held!['value'] : null])
        again = (await shareRenewal.run(server, job))?.hasMore === true
      }
    }
    await run()
    const before = await sharesOf(reader)
    expect(Object.keys(before)).toHaveLength(25)
    const call = create('cashFlows', {
      projectId: home.id,
      investorId: ines.id,
      amount: '50000',
      type: 'CAPITAL_CALL',
      date: '2025-01-16',
    })
    await staff.write(call)
    expect(await shareOn(reader, own.id)).toEqual([null, '2025-12-31', null])
    expect(await rowOf(reader, 'valuations', valued.id)).toMatchObject({ valueRatio: null })
    const queued = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ key: string }>(
        `select key from jobs where kind = 'shareRenewal' and key <> '' and run_at is not null`,
      ),
    )
    expect(queued).toEqual([{ key: home.id }])
    await run()
    expect(await shareOn(reader, own.id)).toEqual(['66659.26', '2025-12-31', '1.333185'])
    expect(await rowOf(reader, 'valuations', valued.id)).toMatchObject({ valueRatio: '1.333185' })
    await staff.write(remove('cashFlows', call.id))
    await run()
    expect(await sharesOf(reader)).toEqual(before)
  })

  it('FOLLOW6 updates all records that one person sees in one change', async () => {
    const { admin, investor: person, staff, reader, home, ines, own, omar, paidIn, tenantId } = await setupProject()
    const trust = investor({ firstName: 'Trust' })
    const held = investment(home.id, trust.id, { ...paidIn, amount: '100000' })
    await staff.write(trust, held)
    await link(server, admin, person, trust.id)
    await fillProject(staff, home.id, omar.id)
    const job = { tenantId, kind: 'shareRenewal', key: home.id, payload: { projectId: home.id }, doneAt: null }
    const seen = new Set<string>()
    const checkShares = async () => {
      const { shares } = await stateOf(reader)
      const ofDay = shares.filter(({ valuationDate }) => valuationDate === '2025-12-31')
      const valueOf = (id: string) => ofDay.find(({ investmentId }) => investmentId === id)?.['value'] as string
      seen.add(`${valueOf(own.id)} ${valueOf(held.id)}`)
    }
    const run = async () => {
      for (let again = true; again; await checkShares()) again = (await shareRenewal.run(server, job))?.hasMore === true
    }
    await run()
    seen.clear()
    await checkShares()
    await staff.write(
      create('cashFlows', {
        projectId: home.id,
        investorId: ines.id,
        amount: '50000',
        type: 'CAPITAL_CALL',
        date: '2025-01-16',
      }),
    )
    await checkShares()
    await run()
    expect([...seen]).toEqual(['163621.49 109081.00', '59994.00 119988.00'])
  })
})

it('rows of an older build get shares, and recorded exits are recognized', async () => {
  const { staff, reader, home, ines, own, paidIn, tenantId } = await setupProject()
  const [typed, sold] = [1, 2].map(() => investment(home.id, ines.id, { ...paidIn, status: 'FUNDED' }))
  await staff.write(typed!, sold!)
  await staff.write(
    ...[typed!, sold!].map(({ id }) =>
      update('investments', id, { status: 'EXITED', exitedOn: '2026-03-15' }, { status: 'FUNDED', exitedOn: null }),
    ),
  )
  await server.database.tenant(tenantId, async (tx) => {
    await tx.query('update investments set project_currency = null, value = null, value_date = null')
    await tx.query("update investments set created_at = '2025-03-15' where id = $1", [sold!.id])
  })
  const job = { tenantId, kind: 'shareRenewal', key: '', payload: {}, doneAt: null }
  expect((await shareRenewal.run(server, job))?.hasMore).toBe(false)
  const states = await stateOf(reader)
  const startOf = (id: string) => states.investments.find((row) => row['id'] === id)!['exitedFromStart']
  expect([startOf(typed!.id), startOf(sold!.id)]).toEqual([true, false])
  expect(await shareOn(reader, own.id)).toMatchObject([expect.stringMatching(/^\d/), '2025-12-31', expect.anything()])
})
