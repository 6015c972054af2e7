import { describe, expect, it } from 'vitest'
import { converterFor, convertByEither } from '#schema/money/exchange.ts'
import { comparedWith, growthText, periods } from '#schema/money/metric-changes.ts'
import { liveOn, totalOf } from '#schema/portfolio/metrics.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import { preferencesIdOf } from '#schema/entities/user-preferences/entity.ts'
import { runToEnd } from '#schema/kernel/steps.ts'
import { create, investment, investor, project } from '#server/test/changes.ts'
import { as, foldRows } from '#server/test/device.ts'
import { createFirm, type TestFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { linkPerson } from '#server/entities/investors/link-person.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { monthlyMetrics } from './monthly-metrics.ts'

const server = await setupServer()
const today = '2026-03-15'

const createPick = (seed: number) => {
  let state = seed
  return (count: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * count)
  }
}

const metricsOf = async (firm: TestFirm, who: 'admin' | 'manager' | 'investor' = 'admin', query = '') => {
  const response = await as(server, firm[who]).get(`/api/dashboard/metrics${query}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, unknown>
}

async function setupFirm() {
  const firm = await createFirm(server)
  const staff = as(server, firm.manager)
  const [open, hidden, gone] = [
    project({ expectedIRR: '20', actualIRR: '10', status: 'ACTIVE' }),
    project({ expectedIRR: '8', isVisibleToInvestors: false }),
    project({ expectedIRR: '50', status: 'EXITED' }),
  ]
  const [person, other] = [investor(), investor()]
  await staff.write(open, hidden, gone, project({ expectedIRR: '20' }), person, other)
  await staff.write(
    investment(open.id, person.id, { amount: '300000', status: 'COMMITTED', investmentDate: '2025-01-10' }),
    investment(open.id, other.id, { amount: '500000', status: 'FUNDED', investmentDate: '2025-12-31' }),
    investment(hidden.id, person.id, { amount: '250000', status: 'ACTIVE', investmentDate: '2026-03-20' }),
    investment(gone.id, other.id, { amount: '150000', status: 'EXITED', investmentDate: '2025-01-01' }),
  )
  await linkPerson.run(server, { kind: 'system', tenantId: firm.tenantId }, person.id, { userId: firm.investor.userId })
  return { firm, staff, open, person }
}

describe('the metrics of the dashboard', () => {
  it('match the finance page for staff', async () => {
    const { firm } = await setupFirm()
    const expected = {
      currency: 'USD',
      totalAUM: '1050000.00',
      activeAUM: '750000.00',
      committedAUM: '300000.00',
      exitedAUM: '150000.00',
      activeProjects: 3,
      totalInvestors: 2,
      averageIRR: '12.67',
      incomplete: [],
    }
    expect(await metricsOf(firm)).toEqual(expected)
    expect(await metricsOf(firm, 'manager')).toEqual(expected)
  })

  it('cover an investor’s own holdings and visible projects', async () => {
    const { firm } = await setupFirm()
    expect(await metricsOf(firm, 'investor', '?period=ytd')).toEqual({
      currency: 'USD',
      totalAUM: '550000.00',
      activeAUM: '250000.00',
      committedAUM: '300000.00',
      exitedAUM: '0.00',
      activeProjects: 2,
      myInvestments: 2,
      averageIRR: '15.00',
      incomplete: [],
      changes: { totalAUM: '+0.0%', activeProjects: '+3 ytd', averageIRR: null },
    })
  })

  it('are zero for an empty firm, without changes', async () => {
    expect(await metricsOf(await createFirm(server), 'admin', '?period=month')).toMatchObject({
      totalAUM: '0.00',
      averageIRR: null,
      incomplete: [],
      changes: { totalAUM: null, activeProjects: '+0 this month', totalInvestors: '+0 this month', averageIRR: null },
    })
  })

  it('convert currencies by the latest rate and list rows without one', async () => {
    const { firm, staff, open, person } = await setupFirm()
    const rate = (fields: object) =>
      create('exchangeRates', { fromCurrency: 'USD', toCurrency: 'AED', date: '2026-03-01', rate: '3.6725', ...fields })
    await staff.write(rate({}), rate({ date: '2026-02-01', rate: '9' }), rate({ date: '2026-03-16', rate: '9' }))
    const [dirhams, liras] = [
      investment(open.id, person.id, { amount: '1000000', currency: 'AED', status: 'FUNDED' }),
      investment(open.id, person.id, { amount: '5', currency: 'TRY', status: 'FUNDED' }),
    ]
    await staff.write(dirhams, liras)
    expect(await metricsOf(firm)).toMatchObject({
      activeAUM: '1022294.08',
      incomplete: [{ entity: 'investments', id: liras.id, currency: 'TRY' }],
    })
  })

  it('show changes in a chosen period, rates against the previous month’s snapshot', async () => {
    const { firm } = await setupFirm()
    expect((await metricsOf(firm, 'admin', '?period=ytd'))['changes']).toEqual({
      totalAUM: '-15.8%',
      activeProjects: '+4 ytd',
      totalInvestors: '+2 ytd',
      averageIRR: null,
    })
    await createWorker({ ...server, jobs: { monthlyMetrics } }).checkAllFirms()
    server.clock.set('2026-04-02T10:00:00.000Z')
    await as(server, firm.manager).write(project({ expectedIRR: '20' }))
    expect((await metricsOf(firm, 'admin', '?period=month'))['changes']).toEqual({
      totalAUM: '+0.0%',
      activeProjects: '+1 this month',
      totalInvestors: '+0 this month',
      averageIRR: '+1.8% this month',
    })
    server.clock.set('2026-03-15T10:00:00.000Z')
  })

  it('compare capital live on the earlier day, exited since or not, with today’s', async () => {
    const firm = await createFirm(server)
    const staff = as(server, firm.manager)
    const [harbour, ines] = [project(), investor()]
    const held = (amount: string, status: string, investmentDate: string, exitedOn: string | null = null) =>
      investment(harbour.id, ines.id, { amount, status, investmentDate, ...(exitedOn && { exitedOn }) })
    await staff.write(
      harbour,
      ines,
      held('100', 'FUNDED', '2024-01-01'),
      held('100', 'EXITED', '2024-01-01', '2026-02-10'),
      held('50', 'EXITED', '2024-01-01', '2025-12-31'),
      held('20', 'ACTIVE', '2026-03-01'),
      held('500', 'COMMITTED', '2026-03-16'),
    )
    const changeOf = async (period: string) =>
      ((await metricsOf(firm, 'admin', `?period=${period}`))['changes'] as Record<string, string>)['totalAUM']
    expect([await changeOf('ytd'), await changeOf('month')]).toEqual(['-40.0%', '+20.0%'])
    expect(await metricsOf(firm)).toMatchObject({ totalAUM: '620.00' })
  })

  it('use the rates of the earlier day', async () => {
    const firm = await createFirm(server)
    const staff = as(server, firm.manager)
    const [harbour, ines] = [project(), investor()]
    const rate = (date: string, rowsNamed: string) =>
      create('exchangeRates', { fromCurrency: 'USD', toCurrency: 'AED', date, rate: rowsNamed })
    const funded = { amount: '400', currency: 'AED', status: 'FUNDED', investmentDate: '2024-01-01' }
    await staff.write(harbour, ines, rate('2025-12-01', '2'), rate('2026-03-01', '4'))
    await staff.write(investment(harbour.id, ines.id, funded))
    expect(await metricsOf(firm, 'admin', '?period=ytd')).toMatchObject({ changes: { totalAUM: '-50.0%' } })
  })

  it('match those of a device with the same rows and exits', async () => {
    const firm = await createFirm(server)
    const staff = as(server, firm.manager)
    const pick = createPick(7)
    const [harbour, quay, ines, omar] = [project(), project({ currency: 'AED' }), investor(), investor()]
    const day = () =>
      `202${pick(4) + 2}-${String(1 + pick(12)).padStart(2, '0')}-${String(1 + pick(28)).padStart(2, '0')}`
    const rates = Array.from({ length: 12 }, (_, i) =>
      create('exchangeRates', {
        fromCurrency: ['USD', 'TRY'][pick(2)],
        toCurrency: 'AED',
        date: `202${2 + (i % 4)}-0${1 + (i % 9)}-15`,
        rate: `${1 + pick(50)}.${pick(1000)}`,
      }),
    )
    await staff.write(harbour, quay, ines, omar, ...rates)
    const holdings = Array.from({ length: 60 }, () => {
      const [investmentDate, exitedOn] = [day(), day()].toSorted((a, b) => (a < b ? -1 : 1)) as [string, string]
      const status = ['COMMITTED', 'FUNDED', 'ACTIVE', 'EXITED', 'EXITED'][pick(5)]!
      return investment([harbour, quay][pick(2)]!.id, [ines, omar][pick(2)]!.id, {
        amount: `${1 + pick(9_999_999)}.${String(pick(100)).padStart(2, '0')}`,
        currency: ['USD', 'AED', 'TRY'][pick(3)],
        status,
        investmentDate,
        ...(status === 'EXITED' && { exitedOn }),
      })
    })
    await staff.write(...holdings.slice(0, 40))
    await staff.write(...holdings.slice(40))
    await linkPerson.run(server, { kind: 'system', tenantId: firm.tenantId }, ines.id, { userId: firm.investor.userId })
    for (const who of ['manager', 'investor'] as const) {
      const rows = [...foldRows((await as(server, firm[who]).pull()).rows)]
      const rowsNamed = <Name extends EntityName>(name: Name) =>
        rows.flatMap(([key, row]) => (key.startsWith(`${name} `) ? [row as Row<Name>] : []))
      const on = (at: string) => converterFor(rowsNamed('exchangeRates'), at)
      const live = (at: string) =>
        runToEnd(
          totalOf(liveOn(rowsNamed('investments'), at), {
            currency: 'USD',
            convert: convertByEither(on(at), on(today)),
          }),
        )
      for (const period of periods) {
        const text = growthText(live(today), live(comparedWith(period, today)))
        expect(await metricsOf(firm, who, `?period=${period}`)).toMatchObject({ changes: { totalAUM: text } })
      }
    }
  })

  it('count days in the viewer’s time zone', async () => {
    const { firm, staff } = await setupFirm()
    server.clock.set('2026-03-31T22:00:00.000Z')
    await staff.write(project())
    for (const [who, timeZone, added] of [
      ['admin', 'Europe/London', '+5 this month'],
      ['manager', 'Asia/Dubai', '+1 this month'],
    ] as const) {
      const { userId } = firm[who]
      await as(server, firm[who]).write(create('userPreferences', { userId, timeZone }, preferencesIdOf(userId)))
      expect((await metricsOf(firm, who, '?period=month'))['changes']).toMatchObject({ activeProjects: added })
    }
    server.clock.set('2026-03-15T10:00:00.000Z')
  })

  it.each(['?period=week', '?period=MONTH'])('refuse %s', async (query) => {
    const { admin } = await createFirm(server)
    const response = await as(server, admin).get(`/api/dashboard/metrics${query}`)
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'VALIDATION', errors: { period: expect.any(String) } },
    ])
  })
})

describe('the monthly snapshot', () => {
  const runJob = () => createWorker({ ...server, jobs: { monthlyMetrics } }).checkAllFirms()
  const snapshots = ({ tenantId }: TestFirm) =>
    server.database.tenant(tenantId, (tx) =>
      tx.query<{ data: object; n: number }>(
        `select data, n::int from analytics_data where tenant_id = $1 order by created_at`,
        [tenantId],
      ),
    )

  it('is one row per firm and month on any number of nodes, and is not rewritten without changes', async () => {
    const { firm, staff } = await setupFirm()
    await Promise.all([runJob(), runJob(), runJob()])
    const [first, ...more] = await snapshots(firm)
    expect(more).toEqual([])
    expect(first!.data).toEqual({
      month: '2026-03',
      currency: 'USD',
      totalAUM: '1050000.00',
      activeProjects: 3,
      totalInvestors: 2,
      averageIRR: '12.666667',
    })
    server.clock.advance(7 * 3_600_000)
    await runJob()
    expect(await snapshots(firm)).toEqual([first])
    await staff.write(investor())
    server.clock.advance(7 * 3_600_000)
    await runJob()
    expect((await snapshots(firm)).map(({ data }) => data)).toMatchObject([{ month: '2026-03', totalInvestors: 3 }])
    server.clock.set('2026-04-01T00:00:00.000Z')
    await runJob()
    expect((await snapshots(firm)).map(({ data }) => data)).toMatchObject([
      { month: '2026-03', totalInvestors: 3 },
      { month: '2026-04', totalInvestors: 3 },
    ])
    server.clock.set('2026-03-15T10:00:00.000Z')
  })

  const at = (moment: string) => {
    server.clock.set(moment)
    return runJob()
  }
  const countsOf = async (firm: TestFirm) =>
    (await snapshots(firm)).map(({ data }) => {
      const { month, totalInvestors, averageIRR } = data as Record<string, unknown>
      return [month, totalInvestors, averageIRR]
    })

  it('includes changes until its month ends in UTC, and none after it', async () => {
    const { firm, staff } = await setupFirm()
    await at('2026-03-31T18:30:00.000Z')
    server.clock.set('2026-03-31T23:58:00.000Z')
    await staff.write(investor())
    await runJob()
    expect(await countsOf(firm)).toEqual([['2026-03', 2, '12.666667']])
    await at('2026-03-31T23:59:10.000Z')
    expect(await countsOf(firm)).toEqual([['2026-03', 3, '12.666667']])
    server.clock.set('2026-03-31T23:59:50.000Z')
    await staff.write(investor())
    await at('2026-04-01T00:00:20.000Z')
    expect(await countsOf(firm)).toEqual([
      ['2026-03', 4, '12.666667'],
      ['2026-04', 4, '12.666667'],
    ])
    const [harbour, ines] = [project({ expectedIRR: '20' }), investor()]
    await staff.write(harbour, ines)
    await staff.write(investment(harbour.id, ines.id, { status: 'FUNDED', investmentDate: '2026-03-30' }))
    await at('2026-04-01T07:00:00.000Z')
    expect(await countsOf(firm)).toEqual([
      ['2026-03', 4, '12.666667'],
      ['2026-04', 5, '14.500000'],
    ])
  })

  it('is closed by a late run, unless something was written since', async () => {
    const [idle, busy] = [await setupFirm(), await setupFirm()]
    await runJob()
    server.clock.set('2026-03-20T10:00:00.000Z')
    for (const { staff } of [idle, busy]) await staff.write(investor())
    server.clock.set('2026-04-02T10:00:00.000Z')
    await busy.staff.write(investor())
    await runJob()
    expect(await countsOf(idle.firm)).toEqual([
      ['2026-03', 3, '12.666667'],
      ['2026-04', 3, '12.666667'],
    ])
    expect(await countsOf(busy.firm)).toEqual([
      ['2026-03', 2, '12.666667'],
      ['2026-04', 4, '12.666667'],
    ])
  })

  it('is not created for months before the firm existed', async () => {
    server.clock.set('2026-04-02T10:00:00.000Z')
    const firm = await createFirm(server)
    await runJob()
    expect(await countsOf(firm)).toEqual([['2026-04', 0, null]])
  })

  it('of the month before, by the viewer’s time zone, is the reference', async () => {
    const { firm, staff } = await setupFirm()
    for (const [who, timeZone] of [
      ['admin', 'America/New_York'],
      ['manager', 'Asia/Dubai'],
    ] as const)
      await as(server, firm[who]).write(
        create('userPreferences', { userId: firm[who].userId, timeZone }, preferencesIdOf(firm[who].userId)),
      )
    const pointsOf = async (who: 'admin' | 'manager') =>
      ((await metricsOf(firm, who, '?period=month'))['changes'] as Record<string, string>)['averageIRR']
    await at('2026-03-31T22:00:00.000Z')
    await staff.write(project({ expectedIRR: '20' }))
    expect([await pointsOf('admin'), await pointsOf('manager')]).toEqual([null, '+1.8% this month'])
    await at('2026-03-31T23:59:30.000Z')
    await at('2026-04-01T00:00:30.000Z')
    expect([await pointsOf('admin'), await pointsOf('manager')]).toEqual([null, '+0.0% this month'])
  })

  it('is not written for a month that only a wrong clock has reached, but is written after an hour back', async () => {
    const { firm, staff } = await setupFirm()
    await server.database.clock.read()
    await runJob()
    const leap = async (ms: number) => {
      server.clock.advance(ms)
      await server.database.clock.read()
      await runJob()
    }
    await leap(400 * 86_400_000)
    expect(await countsOf(firm)).toEqual([['2026-03', 2, '12.666667']])
    await leap(-400 * 86_400_000)
    await staff.write(investor())
    for (let days = 0; days < 3; days++) await leap(86_400_000)
    expect(await countsOf(firm)).toEqual([['2026-03', 3, '12.666667']])
    await staff.write(investor())
    await leap(-3_600_000)
    await leap(2 * 3_600_000)
    expect(await countsOf(firm)).toEqual([['2026-03', 3, '12.666667']])
    await leap(6 * 3_600_000)
    expect(await countsOf(firm)).toEqual([['2026-03', 4, '12.666667']])
  })
})
