import { describe, expect, it } from 'vitest'
import { create, investment, investor, project, remove, update } from '#server/test/changes.ts'
import { as, rowOf } from '#server/test/device.ts'
import { createFirm, link } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

async function setupProject(fields: Record<string, unknown> = {}) {
  const firm = await createFirm(server)
  const [staff, reader] = [as(server, firm.admin), as(server, firm.investor)]
  const [home, person, second] = [project(fields), investor(), investor({ firstName: 'Kerem' })]
  await staff.write(home, person, second)
  await link(server, firm.admin, firm.investor, person.id)
  const sums = async () => {
    const { raisedAmount, actualTotalInvested } = (await rowOf(staff, 'projects', home.id))!
    const totals = await Promise.all(
      [person.id, second.id].map(async (id) => (await rowOf(staff, 'investors', id))!['totalInvested']),
    )
    return [raisedAmount, actualTotalInvested, ...totals]
  }
  const ratioOf = async (id: string) => (await rowOf(reader, 'investments', id))?.['valueRatio']
  return { ...firm, staff, reader, home, person, second, sums, ratioOf }
}

describe('sums', () => {
  it('FOLLOW1 sums follow every change of an investment: create, status, amount, delete', async () => {
    const { staff, home, person, second, sums } = await setupProject()
    expect(await sums()).toEqual(['0.00', '0.00', '0.00', '0.00'])
    const [one, two] = [
      investment(home.id, person.id, { amount: '9999999999.99' }),
      investment(home.id, second.id, { amount: '0.01', status: 'EXITED' }),
    ]
    await staff.write(one, two)
    expect(await sums()).toEqual(['10000000000.00', '0.01', '9999999999.99', '0.01'])
    await staff.write(update('investments', one.id, { status: 'ACTIVE' }, { status: 'COMMITTED' }))
    expect(await sums()).toEqual(['10000000000.00', '10000000000.00', '9999999999.99', '0.01'])
    await staff.write(update('investments', one.id, { amount: '5' }, { amount: '9999999999.99' }))
    expect(await sums()).toEqual(['5.01', '5.01', '5.00', '0.01'])
    await staff.write(update('investments', one.id, { status: 'COMMITTED' }, { status: 'ACTIVE' }))
    expect(await sums()).toEqual(['5.01', '0.01', '5.00', '0.01'])
    await staff.write(remove('investments', two.id))
    expect(await sums()).toEqual(['5.00', '0.00', '5.00', '0.00'])
  })

  it('FOLLOW1 a project counts its own currency, an investor US dollars', async () => {
    const { staff, home, person, sums } = await setupProject({ currency: 'AED' })
    await staff.write(
      investment(home.id, person.id, { amount: '100', currency: 'AED', status: 'FUNDED' }),
      investment(home.id, person.id, { amount: '7', currency: 'USD', status: 'FUNDED' }),
    )
    expect(await sums()).toEqual(['100.00', '100.00', '7.00', '0.00'])
    await staff.write(update('projects', home.id, { currency: 'USD' }, { currency: 'AED' }))
    expect(await sums()).toEqual(['7.00', '7.00', '7.00', '0.00'])
  })

  it('FOLLOW1 a sum that would not fit refuses the change and leaves the others of its request', async () => {
    const { staff, home, person, sums } = await setupProject()
    await staff.write(investment(home.id, person.id, { amount: '9999999999999.99' }))
    const { id } = project()
    const verdicts = await staff.push(
      { id, at: '2026-03-15T10:00:00Z', ops: [investment(home.id, person.id, { amount: '0.01' })] },
      { id: project().id, at: '2026-03-15T10:00:00Z', ops: [project({ name: 'Beside it' })] },
    )
    expect(verdicts.map(({ verdict, code }) => code ?? verdict)).toEqual(['VALIDATION', 'applied'])
    expect(await sums()).toEqual(['9999999999999.99', '0.00', '9999999999999.99', '0.00'])
  })
})

describe('other consequences', () => {
  it.each([
    ['1_MONTH', '2025-01-31', '2025-02-28'],
    ['2_MONTHS', '2025-01-31', '2025-03-31'],
    ['6_MONTHS', '2025-08-31', '2026-02-28'],
    ['12_MONTHS', '2024-02-29', '2025-02-28'],
  ])('FOLLOW2 the redemption date is %s after %s: %s', async (paymentInstallment, investmentDate, redemptionDate) => {
    const { staff, home, person } = await setupProject({ paymentInstallment })
    const paid = investment(home.id, person.id, { investmentDate })
    await staff.write(paid)
    expect(await rowOf(staff, 'investments', paid.id)).toMatchObject({ redemptionDate })
  })

  it('FOLLOW2 a redemption date that somebody gave stays', async () => {
    const { staff, home, person } = await setupProject()
    const paid = investment(home.id, person.id, { investmentDate: '2026-01-01', redemptionDate: '2030-01-01' })
    await staff.write(paid)
    await staff.write(update('investments', paid.id, { amount: '5' }, { amount: '1000.00' }))
    expect(await rowOf(staff, 'investments', paid.id)).toMatchObject({ redemptionDate: '2030-01-01' })
  })

  it('FOLLOW3 an investor’s investment carries the name of its project, even when the project is hidden', async () => {
    const { staff, reader, home, person } = await setupProject({ isVisibleToInvestors: false })
    const paid = investment(home.id, person.id)
    await staff.write(paid)
    expect(await rowOf(reader, 'investments', paid.id)).toMatchObject({ projectName: 'Harbour' })
    await staff.write(update('projects', home.id, { name: 'Port' }, { name: 'Harbour' }))
    expect(await rowOf(reader, 'investments', paid.id)).toMatchObject({ projectName: 'Port' })
    expect(await rowOf(reader, 'projects', home.id)).toBeUndefined()
    expect(await rowOf(staff, 'investments', paid.id)).not.toHaveProperty('projectName')
  })

  it('FOLLOW3 investors see documents and valuations while they see the project', async () => {
    const { staff, reader, home, person, second } = await setupProject({ isVisibleToInvestors: false })
    const documents = {
      ofProject: create('documents', { name: 'Plan', projectId: home.id, type: 'REPORT' }),
      ofStaff: create('documents', { name: 'Minutes', projectId: home.id, type: 'CONTRACT' }),
      withheld: create('documents', { name: 'Draft', projectId: home.id, type: 'REPORT', audience: 'STAFF' }),
      ofInvestor: create('documents', {
        name: 'Contract',
        projectId: home.id,
        investorId: person.id,
        audience: 'STAFF',
      }),
      ofOther: create('documents', { name: 'Statement', projectId: home.id, investorId: second.id, type: 'REPORT' }),
      ofNobody: create('documents', { name: 'Note', audience: 'INVESTORS' }),
      value: create('valuations', { projectId: home.id, nav: '5' }),
    }
    await staff.write(...Object.values(documents))
    const seen = async () => {
      const { rows } = await reader.pull()
      const ids = new Set(rows.map(([, id]) => id))
      return Object.entries(documents).flatMap(([name, { id }]) => (ids.has(id) ? [name] : []))
    }
    expect(await seen()).toEqual(['ofInvestor'])
    await staff.write(update('projects', home.id, { isVisibleToInvestors: true }, { isVisibleToInvestors: false }))
    expect(await seen()).toEqual(['ofProject', 'ofInvestor', 'value'])
    await staff.write(update('documents', documents.withheld.id, { audience: 'INVESTORS' }, { audience: 'STAFF' }))
    expect(await seen()).toEqual(['ofProject', 'withheld', 'ofInvestor', 'value'])
    await staff.write(update('documents', documents.withheld.id, { audience: 'STAFF' }, { audience: 'INVESTORS' }))
    const hidden = project({ isVisibleToInvestors: false })
    await staff.write(
      hidden,
      update('documents', documents.ofProject.id, { projectId: hidden.id }, { projectId: home.id }),
    )
    expect(await seen()).toEqual(['ofInvestor', 'value'])
  })

  it('FOLLOW4 FOLLOW11 the value ratio is the latest NAV over the capital paid in by its day, and follows both', async () => {
    const { staff, home, person, second, ratioOf } = await setupProject()
    const investmentDate = '2026-01-01'
    const [one, two] = [
      investment(home.id, person.id, { amount: '150000', status: 'FUNDED', investmentDate }),
      investment(home.id, second.id, { amount: '850000', status: 'ACTIVE', investmentDate }),
    ]
    await staff.write(one, two)
    expect(await ratioOf(one.id)).toBeNull()
    const latest = create('valuations', { projectId: home.id, nav: '1200000', valuationDate: '2026-02-01' })
    await staff.write(latest)
    expect(await ratioOf(one.id)).toBe('1.200000')
    await staff.write(create('valuations', { projectId: home.id, nav: '1', valuationDate: '2026-01-01' }))
    expect(await ratioOf(one.id)).toBe('1.200000')
    await staff.write(update('investments', two.id, { amount: '50000' }, { amount: '850000.00' }))
    expect(await ratioOf(one.id)).toBe('6.000000')
    await staff.write(update('valuations', latest.id, { nav: '100000' }, { nav: '1200000.00' }))
    expect(await ratioOf(one.id)).toBe('0.500000')
    await staff.write(remove('valuations', latest.id))
    expect(await ratioOf(one.id)).toBe('0.000005')
    await staff.write(update('investments', one.id, { status: 'COMMITTED' }, { status: 'FUNDED' }))
    expect(await ratioOf(one.id)).toBeNull()
  })

  it('FOLLOW4 a valuation has its own ratio, over the amount paid in by its day in the project’s currency', async () => {
    const { staff, reader, home, person, second } = await setupProject()
    const paidIn = (amount: string, investmentDate: string, more: Record<string, unknown> = {}) =>
      investment(home.id, person.id, { amount, investmentDate, status: 'FUNDED', ...more })
    const early = paidIn('150000', '2025-01-15')
    const value = (nav: string, valuationDate: string) =>
      create('valuations', { projectId: home.id, nav, valuationDate })
    const [before, then, later] = [
      value('5', '2025-01-14'),
      value('165000', '2025-01-15'),
      value('300000', '2026-01-15'),
    ]
    await staff.write(
      early,
      paidIn('90000', '2025-06-01', { status: 'COMMITTED' }),
      paidIn('90000', '2025-06-01', { currency: 'AED' }),
      investment(home.id, second.id, { amount: '100000', investmentDate: '2026-01-15', status: 'EXITED' }),
    )
    await staff.write(before, then, later)
    const ratios = async () =>
      Promise.all([before, then, later].map(async ({ id }) => (await rowOf(reader, 'valuations', id))!['valueRatio']))
    expect(await ratios()).toEqual([null, '1.100000', '1.200000'])
    await staff.write(
      update('investments', early.id, { investmentDate: '2025-01-14' }, { investmentDate: '2025-01-15' }),
    )
    expect(await ratios()).toEqual(['0.000033', '1.100000', '1.200000'])
    await staff.write(update('valuations', later.id, { nav: '200000' }, { nav: '300000.00' }))
    expect(await ratios()).toEqual(['0.000033', '1.100000', '0.800000'])
    await staff.write(update('projects', home.id, { currency: 'AED' }, { currency: 'USD' }))
    expect(await ratios()).toEqual([null, null, '2.222222'])
    expect(await rowOf(reader, 'valuations', later.id)).not.toHaveProperty('nav')
    expect(await rowOf(staff, 'valuations', later.id)).toMatchObject({ nav: '200000.00', valueRatio: '2.222222' })
  })

  it('FOLLOW4 FOLLOW7 holdings of other currencies have their share at the rates of their days, and none without a rate', async () => {
    const { staff, home, person, second, ratioOf } = await setupProject()
    const values = { status: 'FUNDED', investmentDate: '2025-06-01' }
    const dollars = investment(home.id, person.id, { ...values, amount: '1000' })
    const lira = investment(home.id, person.id, { ...values, amount: '20000', currency: 'TRY' })
    const value = create('valuations', { projectId: home.id, nav: '3000', valuationDate: '2026-02-01' })
    await staff.write(dollars, lira, investment(home.id, second.id, { ...values, amount: '5', currency: 'AED' }), value)
    const ratios = async () => [
      await ratioOf(dollars.id),
      await ratioOf(lira.id),
      (await rowOf(staff, 'valuations', value.id))!['valueRatio'],
    ]
    expect(await ratios(), 'no rate is never 1').toEqual(['3.000000', null, '3.000000'])
    const rate = (date: string, by: string) =>
      create('exchangeRates', { fromCurrency: 'USD', toCurrency: 'TRY', rate: by, date })
    const [then, later] = [rate('2025-01-01', '20'), rate('2026-01-01', '40')]
    await staff.write(later)
    expect(await ratios(), 'no rate of the day of the investment').toEqual(['3.000000', null, '3.000000'])
    await staff.write(then)
    expect(await ratios()).toEqual(['1.500000', '3.000000', '1.500000'])
    await staff.write(update('exchangeRates', later.id, { rate: '50' }, { rate: '40.000000' }))
    expect(await ratios()).toEqual(['1.500000', '3.750000', '1.500000'])
    await staff.write(remove('exchangeRates', then.id))
    expect(await ratios()).toEqual(['3.000000', null, '3.000000'])
  })

  it('FOLLOW4 the value ratio follows the currency of the project', async () => {
    const { staff, home, person, ratioOf } = await setupProject()
    const dollars = investment(home.id, person.id, { amount: '100', status: 'FUNDED' })
    const dirhams = investment(home.id, person.id, { amount: '400', currency: 'AED', status: 'FUNDED' })
    await staff.write(dollars, dirhams, create('valuations', { projectId: home.id, nav: '200' }))
    const ratios = async () => [await ratioOf(dollars.id), await ratioOf(dirhams.id)]
    expect(await ratios()).toEqual(['2.000000', null])
    await staff.write(update('projects', home.id, { currency: 'AED' }, { currency: 'USD' }))
    expect(await ratios()).toEqual([null, '0.500000'])
    await staff.write(update('projects', home.id, { currency: 'TRY' }, { currency: 'AED' }))
    expect(await ratios()).toEqual([null, null])
  })
})
