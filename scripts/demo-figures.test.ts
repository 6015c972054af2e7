// Compares what the screens compute from REST with independent sums in whole cents.
import { beforeAll, describe, expect, it } from 'vitest'
import { converterFor } from '#schema/money/exchange.ts'
import { dayBegins } from '#schema/money/dates.ts'
import { historiesFromNavs, historiesFromShares } from '#schema/portfolio/holding-histories.ts'
import {
  comparedWith,
  countText,
  growthText,
  type Period,
  periods,
  pointsText,
  snapshotMonth,
  startOf,
} from '#schema/money/metric-changes.ts'
import { aumOf, averageIrrOf, countActive, countSince, liveOn, totalOf } from '#schema/portfolio/metrics.ts'
import { round } from '#schema/money/money.ts'
import { dailyConvertersOf } from '#schema/money/daily-converters.ts'
import { defaultGrowth } from '#schema/sync/protocol.ts'
import type { Row } from '#schema/registry.ts'
import { averageIrrIn } from '#schema/portfolio/snapshots.ts'
import { runToEnd } from '#schema/kernel/steps.ts'
import { demoPassword } from '#server/demo/accounts.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { as, foldRows } from '#server/test/device.ts'
import { setupServer } from '#server/test/server.ts'
import { portalFigures } from '#web/records/holdings/portal-figures.ts'

type Investment = Row<'investments'>
type Device = ReturnType<typeof as>

const server = await setupServer()
const today = '2026-03-15'

async function signIn(email: string): Promise<Device> {
  const body = new URLSearchParams({ email, password: demoPassword })
  const response = await server.app.request('/api/login', {
    method: 'POST',
    headers: { origin: 'http://localhost' },
    body,
  })
  return as(server, { cookie: response.headers.get('set-cookie')!.split(';')[0]! })
}

async function list<R = Record<string, string>>(person: Device, path: string): Promise<R[]> {
  const response = await person.get(`/api/${path}`)
  expect(response.status).toBe(200)
  return (await response.json()) as R[]
}

async function rowsOf(person: Device) {
  const feedRows = [...foldRows((await person.pull()).rows)]
  const rowsOfEntity = <R>(entity: string) =>
    feedRows.flatMap(([key, row]) => (key.startsWith(`${entity} `) ? [row as R] : []))
  return {
    investments: await list<Investment>(person, 'investments'),
    projects: await list<Row<'projects'>>(person, 'projects'),
    valuations: rowsOfEntity<Row<'valuations'>>('valuations'),
    flows: rowsOfEntity<Row<'cashFlows'>>('cashFlows'),
    holdingValues: rowsOfEntity<Row<'holdingValues'>>('holdingValues'),
    rates: rowsOfEntity<Row<'exchangeRates'>>('exchangeRates'),
    investors: rowsOfEntity<Row<'investors'>>('investors'),
    snapshots: rowsOfEntity<Row<'analyticsData'>>('analyticsData'),
  }
}
type Rows = Awaited<ReturnType<typeof rowsOf>>

const exchangeOf = ({ rates }: Rows, currency = 'USD', day = today) => ({ currency, convert: converterFor(rates, day) })

const nameIn =
  ({ projects }: Rows) =>
  ({ projectId, projectName }: Pick<Investment, 'projectId' | 'projectName'>): string =>
    projects.find(({ id }) => id === projectId)?.name ?? projectName ?? ''

const dashboardOf = (rows: Rows, exchange = exchangeOf(rows)) => ({
  aum: runToEnd(aumOf(rows.investments, exchange, nameIn(rows))),
  activeProjects: runToEnd(countActive(rows.projects)),
  averageIrr: runToEnd(averageIrrOf(rows.projects)),
})

function changesOf(rows: Rows, period: Period, isStaff: boolean) {
  const { averageIrr } = dashboardOf(rows)
  const live = (day: string) => runToEnd(totalOf(liveOn(rows.investments, day), exchangeOf(rows, 'USD', day)))
  const since = dayBegins('UTC', startOf(period, today)).toISOString()
  const earlier = isStaff ? averageIrrIn(rows.snapshots, snapshotMonth(period, today)) : null
  const added = (all: readonly { readonly createdAt: string }[]) => runToEnd(countSince(all, since))
  return {
    totalAUM: growthText(live(today), live(comparedWith(period, today))),
    activeProjects: countText(added(rows.projects), period),
    ...(isStaff && { totalInvestors: countText(added(rows.investors), period) }),
    averageIRR: pointsText(averageIrr, earlier, period),
  }
}

function portalOf(rows: Rows, investorId: string, seesNav: boolean, exchange = exchangeOf(rows)) {
  const holdings = rows.investments.filter((each) => each.investorId === investorId)
  const sources = {
    flows: rows.flows,
    valuations: rows.valuations,
    currencyOf: (id: string) => rows.projects.find((each) => each.id === id)?.currency,
    growth: defaultGrowth,
    on: dailyConvertersOf(rows.rates),
  }
  const { byHolding: histories } = seesNav
    ? historiesFromNavs({ ...sources, holdings: rows.investments })
    : historiesFromShares({ ...sources, holdings, holdingValues: rows.holdingValues })
  const figures = portalFigures(holdings, {
    histories,
    day: today,
    exchange,
    nameOf: (holding) => nameIn(rows)(holding as Investment),
  })
  const { values, ...totals } = figures
  const valued = holdings.map((each) => [nameIn(rows)(each), each.amount, each.status, values.get(each.id)!] as const)
  const sorted = valued.toSorted(([a, x], [b, y]) => a.localeCompare(b) || Number(x) - Number(y))
  return {
    totals,
    holdings: sorted.map(([name, amount, status, holdingFigures]) => [
      name,
      amount,
      status,
      holdingFigures.value,
      holdingFigures.rule,
    ]),
  }
}

const perDollar: Readonly<Record<string, bigint>> = { USD: 1_000_000n, AED: 3_672_500n, TRY: 42_500_000n }
const unconverted = { USD: 1_000_000n, AED: 1_000_000n, TRY: 1_000_000n }

function total(investments: readonly Investment[], statuses: readonly string[], rates = perDollar): string {
  const whole = rates['AED']! * rates['TRY']!
  let sum = 0n
  for (const { amount, currency, status } of investments) {
    expect(amount).toMatch(/^\d+\.\d\d$/)
    if (statuses.includes(status)) sum += (BigInt(amount.replace('.', '')) * whole * 1_000_000n) / rates[currency]!
  }
  const cents = (sum * 2n + whole) / (whole * 2n)
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}

let people: Record<'admin' | 'manager' | 'investor' | 'investor2', Device>
const recordOf = async (person: Device): Promise<string> => (await list(person, 'investors'))[0]!['id']!

beforeAll(async () => {
  await seedDemo(server)
  people = {
    admin: await signIn('admin@demo.test'),
    manager: await signIn('manager@demo.test'),
    investor: await signIn('investor@demo.test'),
    investor2: await signIn('investor2@demo.test'),
  }
})

describe('the dashboard of the demo firm', () => {
  const firm = {
    aum: { active: '104543749.93', committed: '7856250.07', exited: '8950000.00', total: '112400000.00' },
    activeProjects: 10,
    averageIrr: /^17\.345$/,
  }
  const ofInvestors = { activeProjects: 8, averageIrr: /^19\.2625$/ }
  const ines = { active: '5093617.51', committed: '761804.63', exited: '1590000.00', total: '5855422.14' }
  const kerem = { active: '4057058.82', committed: '77647.06', exited: '1780000.00', total: '4134705.88' }

  it.each([
    ['admin', firm],
    ['manager', firm],
    ['investor', { ...ofInvestors, aum: ines }],
    ['investor2', { ...ofInvestors, aum: kerem }],
  ] as const)('shows %s the figures of an independent calculation', async (name, expected) => {
    const rows = await rowsOf(people[name])
    const { aum, activeProjects, averageIrr } = dashboardOf(rows)
    expect(aum).toEqual({
      ...expected.aum,
      currency: 'USD',
      converted: new Set(['ACTIVE', 'COMMITTED']),
      leftOut: { names: [], currencies: [], isStale: false, isConverted: true },
    })
    expect(activeProjects).toBe(expected.activeProjects)
    expect(averageIrr).toMatch(expected.averageIrr)
    expect(aum).toMatchObject({
      active: total(rows.investments, ['FUNDED', 'ACTIVE']),
      committed: total(rows.investments, ['COMMITTED']),
      exited: total(rows.investments, ['EXITED']),
      total: total(rows.investments, ['FUNDED', 'ACTIVE', 'COMMITTED']),
    })
  })

  it.each(['admin', 'manager', 'investor', 'investor2'] as const)('is the same to %s over REST', async (name) => {
    const { aum, activeProjects, averageIrr } = dashboardOf(await rowsOf(people[name]))
    expect(await (await people[name].get('/api/dashboard/metrics')).json()).toMatchObject({
      currency: 'USD',
      totalAUM: aum.total,
      activeAUM: aum.active,
      committedAUM: aum.committed,
      exitedAUM: aum.exited,
      activeProjects,
      averageIRR: round(averageIrr!),
      incomplete: [],
    })
  })

  it.each(['admin', 'manager', 'investor', 'investor2'] as const)(
    'has changed for %s on the device as over REST, in every period',
    async (name) => {
      const rows = await rowsOf(people[name])
      const isStaff = !name.startsWith('investor')
      for (const period of periods) {
        const { changes } = (await (await people[name].get(`/api/dashboard/metrics?period=${period}`)).json()) as {
          changes: object
        }
        expect(changesOf(rows, period, isStaff)).toEqual(changes)
      }
    },
  )

  it('counts 70 investors for staff; an investor is sent their own record alone', async () => {
    expect(await list(people.admin, 'investors')).toHaveLength(70)
    expect(await list(people.manager, 'investors')).toHaveLength(70)
    expect(await list(people.investor, 'investors')).toMatchObject([{ firstName: 'Ines', lastName: 'Okafor' }])
    expect(await list(people.investor2, 'investors')).toMatchObject([{ firstName: 'Kerem', lastName: 'Yılmaz' }])
  })

  it('the sums on each project and investor are those of their investments in their own currency', async () => {
    const { investments, projects } = await rowsOf(people.admin)
    const kept = ['COMMITTED', 'FUNDED', 'ACTIVE', 'EXITED']
    for (const { id, name, currency, raisedAmount, actualTotalInvested } of projects) {
      const own = investments.filter((each) => each.projectId === id && each.currency === currency)
      const paidIn = total(own, ['FUNDED', 'ACTIVE', 'EXITED'], unconverted)
      expect([name, raisedAmount, actualTotalInvested]).toEqual([name, total(own, kept, unconverted), paidIn])
    }
    for (const { id, totalInvested } of await list(people.admin, 'investors')) {
      const own = investments.filter(({ investorId, currency }) => investorId === id && currency === 'USD')
      expect(totalInvested).toBe(total(own, kept))
    }
  })

  it('converts what has a rate by the latest of the day, and names the rest', async () => {
    const rows = await rowsOf(people.admin)
    expect(dashboardOf(rows, exchangeOf(rows, 'AED')).aum).toMatchObject({
      currency: 'AED',
      active: '383936921.62',
      committed: '28852078.38',
      exited: '32868875.00',
      total: '412789000.00',
      leftOut: { names: [], currencies: [], isStale: false },
    })
    const february = dashboardOf(rows, exchangeOf(rows, 'USD', '2026-02-20')).aum
    expect(february).toMatchObject({ active: '104619092.45', committed: '7862523.28', leftOut: { isStale: true } })
    expect(dashboardOf(rows, exchangeOf(rows, 'USD', '2020-01-01')).aum).toMatchObject({
      active: '75759000.00',
      leftOut: {
        names: ['Marina Heights Residences (AED)', 'Kadıköy Waterfront Offices (TRY)'],
        currencies: ['AED', 'TRY'],
        isStale: false,
      },
    })
  })
})

describe('the portfolio of an investor of the demo firm', () => {
  const kept = {
    currency: 'USD',
    leftOut: { names: [], currencies: [], isStale: false, isConverted: true },
    withoutPayment: [],
    recalculating: [],
  }
  const ines = {
    totals: {
      ...kept,
      invested: '7445422.14',
      active: '5093617.51',
      committed: '761804.63',
      exited: '1590000.00',
      value: '6398384.28',
      unfunded: '761804.63',
      returnParts: { value: '6398384.28', received: '2723518.80', paidIn: '6683617.51' },
      isIllustrative: false,
      byRule: new Map([
        ['VALUATION', '6398384.28'],
        ['REALISED', '0.00'],
      ]),
      gain: '2438285.57',
      rate: expect.stringMatching(/^36\.481524688206/),
      activeCount: 4,
    },
    holdings: [
      ['Anatolia Olive Groves', '1590000.00', 'EXITED', '0.00', 'REALISED'],
      ['Helvetic Precision Tools', '1630000.00', 'FUNDED', '1984947.15', 'VALUATION'],
      ['Kadıköy Waterfront Offices', '62500000.00', 'FUNDED', '78779028.60', 'VALUATION'],
      ['Marina Heights Residences', '1920000.00', 'COMMITTED', null, 'UNPAID'],
      ['Marina Heights Residences', '3500000.00', 'FUNDED', '4075871.01', 'VALUATION'],
      ['Nilgiri Software', '1040000.00', 'FUNDED', '1449977.39', 'VALUATION'],
      ['Sahel Solar', '239000.00', 'COMMITTED', null, 'UNPAID'],
    ],
  }
  const kerem = {
    totals: {
      ...kept,
      invested: '5914705.88',
      active: '4057058.82',
      committed: '77647.06',
      exited: '1780000.00',
      value: '4954176.49',
      unfunded: '77647.06',
      returnParts: { value: '4954176.49', received: '2406770.59', paidIn: '5837058.82' },
      isIllustrative: true,
      byRule: new Map([
        ['VALUATION', '3466676.49'],
        ['REALISED', '0.00'],
        ['ILLUSTRATIVE', '1487500.00'],
      ]),
      gain: '1523888.25',
      rate: expect.stringMatching(/^26\.107125175854/),
      activeCount: 4,
    },
    holdings: [
      ['Anatolia Olive Groves', '580000.00', 'EXITED', '0.00', 'REALISED'],
      ['Atlas Medical Devices', '1310000.00', 'FUNDED', '1638647.42', 'VALUATION'],
      ['Kadıköy Waterfront Offices', '3300000.00', 'COMMITTED', null, 'UNPAID'],
      ['Kadıköy Waterfront Offices', '27500000.00', 'FUNDED', '34662772.58', 'VALUATION'],
      ['Old Port Logistics Park', '910000.00', 'FUNDED', '1012434.42', 'VALUATION'],
      ['Rhône Cold Storage', '1200000.00', 'EXITED', '0.00', 'REALISED'],
      ['Sahel Solar', '1190000.00', 'FUNDED', '1487500.00', 'ILLUSTRATIVE'],
    ],
  }

  it.each([
    ['investor', ines],
    ['investor2', kerem],
  ] as const)(
    'of %s matches an independent calculation, on their device and on that of staff',
    async (name, expected) => {
      const id = await recordOf(people[name])
      expect(portalOf(await rowsOf(people[name]), id, false)).toEqual(expected)
      for (const staff of ['admin', 'manager'] as const)
        expect(portalOf(await rowsOf(people[staff]), id, true)).toEqual(expected)
    },
  )

  it('does not contain any NAV, a project’s total or holdings of others', async () => {
    for (const name of ['investor', 'investor2'] as const) {
      const { investments, projects, valuations } = await rowsOf(people[name])
      const id = await recordOf(people[name])
      expect(investments.every(({ investorId }) => investorId === id)).toBe(true)
      expect(valuations.length).toBeGreaterThan(0)
      for (const row of [...projects, ...valuations])
        for (const field of ['nav', 'raisedAmount', 'actualTotalInvested']) expect(row).not.toHaveProperty(field)
    }
  })
})
