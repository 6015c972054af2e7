// The demo firm's figures as each of its people sees them: what the screens compute from REST's rows is compared with
// numbers computed by other means from the seed's description, and with plain sums of whole cents.
import { beforeAll, describe, expect, it } from 'vitest'
import { converterFor } from '#schema/exchange.ts'
import { comparedWith, growthText } from '#schema/metric-changes.ts'
import { aumOf, averageIrrOf, countActive } from '#schema/metrics.ts'
import { round, sum } from '#schema/money.ts'
import type { Row } from '#schema/registry.ts'
import { valueOf } from '#schema/walk.ts'
import { demoPassword } from '#server/demo/accounts.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { create } from '#server/test/changes.ts'
import { as, foldRows } from '#server/test/device.ts'
import { setupServer } from '#server/test/server.ts'
import { portalFigures } from '#web/investor-portal/portal-figures.ts'
import { valuationOf } from '#web/investor-portal/valuation-of.ts'

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

/** Lists over REST; entities without a list there are pulled as a device would. */
async function rowsOf(person: Device) {
  const fed = [...foldRows((await person.pull()).rows)]
  const of = <R>(entity: string) => fed.flatMap(([key, row]) => (key.startsWith(`${entity} `) ? [row as R] : []))
  return {
    investments: await list<Investment>(person, 'investments'),
    projects: await list<Row<'projects'>>(person, 'projects'),
    valuations: of<Row<'valuations'>>('valuations'),
    flows: of<Row<'cashFlows'>>('cashFlows'),
    rates: of<Row<'exchangeRates'>>('exchangeRates'),
  }
}
type Rows = Awaited<ReturnType<typeof rowsOf>>

const exchangeOf = ({ rates }: Rows, currency = 'USD', day = today) => ({ currency, convert: converterFor(rates, day) })

const nameIn =
  ({ projects }: Rows) =>
  ({ projectId, projectName }: Pick<Investment, 'projectId' | 'projectName'>): string =>
    projects.find(({ id }) => id === projectId)?.name ?? projectName ?? ''

const dashboardOf = (rows: Rows, exchange = exchangeOf(rows)) => ({
  aum: valueOf(aumOf(rows.investments, exchange, nameIn(rows))),
  activeProjects: valueOf(countActive(rows.projects)),
  averageIrr: valueOf(averageIrrOf(rows.projects)),
})

/** The holdings of one record, valued as on the investor's own device, or as for staff who look at them. */
function portalOf(rows: Rows, investorId: string, seesNav: boolean, exchange = exchangeOf(rows)) {
  const holdings = rows.investments.filter((each) => each.investorId === investorId)
  const figures = portalFigures(holdings, {
    exchange,
    flows: rows.flows,
    nameOf: (holding) => nameIn(rows)(holding as Investment),
    valuationOf: (holding) =>
      valuationOf({
        holding: holding as Investment,
        valuations: rows.valuations.filter(({ projectId }) => projectId === holding.projectId),
        project: rows.projects.find(({ id }) => id === holding.projectId),
        seesNav,
      }),
  })
  const { values, ...totals } = figures
  const valued = holdings.map((each) => [nameIn(rows)(each), each.amount, each.status, values.get(each.id)!] as const)
  const sorted = valued.toSorted(([a, x], [b, y]) => a.localeCompare(b) || Number(x) - Number(y))
  return { totals, holdings: sorted.map(([name, amount, status, of]) => [name, amount, status, of.value, of.rule]) }
}

/** Whole cents, added without the product's arithmetic. */
const cents = (amount: string): bigint => {
  expect(amount).toMatch(/^\d+\.\d\d$/)
  return BigInt(amount.replace('.', ''))
}
const total = (investments: readonly Investment[], statuses: readonly string[]): string => {
  const all = investments
    .filter(({ status }) => statuses.includes(status))
    .reduce((sum, each) => sum + cents(each.amount), 0n)
  return `${all / 100n}.${String(all % 100n).padStart(2, '0')}`
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
    aum: { active: '81481469.91', committed: '30918530.09', exited: '5200000.00', total: '112400000.00' },
    activeProjects: 11,
    // 182.55 / 11
    averageIrr: /^16\.59545454/,
  }
  const ofInvestors = { activeProjects: 8, averageIrr: /^19\.1125$/ }

  it.each([
    ['admin', firm],
    ['manager', firm],
    [
      'investor',
      { ...ofInvestors, aum: { active: '3562442.99', committed: '112950.50', exited: '0.00', total: '3675393.49' } },
    ],
    [
      'investor2',
      { ...ofInvestors, aum: { active: '5285638.27', committed: '0.00', exited: '670967.74', total: '5285638.27' } },
    ],
  ] as const)('says to %s what was computed by other means', async (name, expected) => {
    const rows = await rowsOf(people[name])
    const { aum, activeProjects, averageIrr } = dashboardOf(rows)
    expect(aum).toEqual({ ...expected.aum, currency: 'USD', leftOut: { names: [], currencies: [], isStale: false } })
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

  it('has grown by 12.4 % in a year, by three projects this month and 47 investors this quarter', async () => {
    const { investments } = await rowsOf(people.admin)
    const live = investments.filter(({ status }) => status !== 'EXITED')
    const before = live.filter(({ investmentDate }) => investmentDate <= comparedWith(undefined, today))
    expect(growthText(sum(live.map(({ amount }) => amount)), sum(before.map(({ amount }) => amount)))).toBe('+12.4%')
    const changes = async (period: string) =>
      ((await (await people.admin.get(`/api/dashboard/metrics?period=${period}`)).json()) as { changes: object })
        .changes
    expect(await changes('month')).toMatchObject({ activeProjects: '+3 this month' })
    expect(await changes('quarter')).toMatchObject({ totalInvestors: '+47 this quarter' })
    expect(await changes('ytd')).toMatchObject({ averageIRR: '+2.1% ytd' })
  })

  it('counts 60 investors for staff; an investor is sent their own record alone', async () => {
    expect(await list(people.admin, 'investors')).toHaveLength(60)
    expect(await list(people.manager, 'investors')).toHaveLength(60)
    expect(await list(people.investor, 'investors')).toMatchObject([{ firstName: 'Ines', lastName: 'Okafor' }])
    expect(await list(people.investor2, 'investors')).toMatchObject([{ firstName: 'Kerem', lastName: 'Yılmaz' }])
  })

  it('rests on capital of which 45 % is real estate, 32 % private equity and 23 % venture capital', async () => {
    const { investments, projects } = await rowsOf(people.admin)
    const ofType = (type: string) =>
      total(
        investments.filter(({ projectId }) => projects.find(({ id }) => id === projectId)!.type === type),
        ['FUNDED', 'ACTIVE', 'COMMITTED'],
      )
    expect(['REAL_ESTATE', 'PRIVATE_EQUITY', 'VENTURE_CAPITAL'].map(ofType)).toEqual([
      '50580000.00',
      '35968000.00',
      '25852000.00',
    ])
  })

  it('the sums on each project and investor are those of their investments', async () => {
    const { investments, projects } = await rowsOf(people.admin)
    const kept = ['COMMITTED', 'FUNDED', 'ACTIVE', 'EXITED']
    for (const { id, name, raisedAmount, actualTotalInvested } of projects) {
      const own = investments.filter(({ projectId }) => projectId === id)
      const expected = [name, total(own, kept), total(own, ['FUNDED', 'ACTIVE', 'EXITED'])]
      expect([name, raisedAmount, actualTotalInvested]).toEqual(expected)
    }
    for (const { id, totalInvested } of await list(people.admin, 'investors'))
      expect(totalInvested).toBe(
        total(
          investments.filter(({ investorId }) => investorId === id),
          kept,
        ),
      )
  })
})

describe('the portfolio of an investor of the demo firm', () => {
  const kept = { currency: 'USD', leftOut: { names: [], currencies: [], isStale: false }, isIllustrative: true }
  const ines = {
    totals: {
      ...kept,
      invested: '3675393.49',
      active: '3562442.99',
      committed: '112950.50',
      exited: '0.00',
      value: '4481741.86',
      gain: '806348.37',
      rate: expect.stringMatching(/^21\.939103178/),
      activeCount: 3,
    },
    holdings: [
      ['Helvetic Precision Tools', '1103448.28', 'FUNDED', '1379310.35', 'ILLUSTRATIVE'],
      ['Marina Heights Residences', '1607142.86', 'FUNDED', '1896428.57', 'VALUATION'],
      ['Nilgiri Software', '851851.85', 'FUNDED', '1064814.81', 'ILLUSTRATIVE'],
      ['Sahel Solar', '112950.50', 'COMMITTED', '141188.13', 'ILLUSTRATIVE'],
    ],
  }
  const kerem = {
    totals: {
      ...kept,
      invested: '5956606.01',
      active: '5285638.27',
      committed: '0.00',
      exited: '670967.74',
      value: '7445757.52',
      gain: '1489151.51',
      rate: expect.stringMatching(/^25\.000000125/),
      activeCount: 3,
    },
    holdings: [
      ['Anatolia Olive Groves', '670967.74', 'EXITED', '838709.68', 'ILLUSTRATIVE'],
      ['Atlas Medical Devices', '1471264.37', 'FUNDED', '1839080.46', 'ILLUSTRATIVE'],
      ['Old Port Logistics Park', '2678571.43', 'FUNDED', '3348214.29', 'ILLUSTRATIVE'],
      ['Sahel Solar', '1135802.47', 'FUNDED', '1419753.09', 'ILLUSTRATIVE'],
    ],
  }

  it.each([
    ['investor', ines],
    ['investor2', kerem],
  ] as const)(
    'of %s is what was computed by other means, on their device and on that of staff',
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

describe('after an exit that paid out, a commitment, and amounts in other currencies', () => {
  const made: { readonly ines: string; readonly kerem: string }[] = []

  beforeAll(async () => {
    const { admin } = people
    const { projects } = await rowsOf(admin)
    const project = (name: string) => projects.find((each) => each.name.startsWith(name))!.id
    const [ines, kerem] = [await recordOf(people.investor), await recordOf(people.investor2)]
    made.push({ ines, kerem })
    const invest = async (fields: Record<string, string>) =>
      expect((await admin.post('/api/investments', { investmentDate: today, ...fields })).status).toBe(201)
    const marina = project('Marina')
    const campus = project('Jebel Ali')
    await invest({ projectId: marina, investorId: ines, amount: '100000.00', status: 'COMMITTED' })
    await invest({ projectId: campus, investorId: ines, amount: '367250.00', currency: 'AED', status: 'ACTIVE' })
    await invest({
      projectId: project('Bosphorus'),
      investorId: kerem,
      amount: '1000.00',
      currency: 'TRY',
      status: 'FUNDED',
    })
    const rate = (value: string, date: string) =>
      create('exchangeRates', { fromCurrency: 'USD', toCurrency: 'AED', rate: value, date })
    const paid = (fields: Record<string, string>) =>
      create('cashFlows', { date: today, type: 'DISTRIBUTION', ...fields })
    await admin.write(
      rate('4.000000', '2026-03-01'),
      rate('3.672500', '2026-03-14'),
      paid({ projectId: project('Anatolia'), investorId: kerem, amount: '800000.00' }),
      paid({ projectId: campus, investorId: ines, amount: '1000.00' }),
      paid({ projectId: campus, investorId: ines, amount: '9999.00', type: 'CAPITAL_CALL' }),
    )
  })

  it.each(['admin', 'manager'] as const)(
    'the dashboard of %s converts what has a rate and names the rest',
    async (name) => {
      const rows = await rowsOf(people[name])
      const aum = dashboardOf(rows).aum
      // 367,250 AED / 3.6725 = 100,000 USD
      expect(aum).toEqual({
        currency: 'USD',
        active: '81581469.91',
        committed: '31018530.09',
        exited: '5200000.00',
        total: '112600000.00',
        leftOut: { names: ['Bosphorus Robotics (TRY)'], currencies: ['TRY'], isStale: false },
      })
      // 81,481,469.91 × 3.6725 + 367,250 and so on, rounded once.
      expect(dashboardOf(rows, exchangeOf(rows, 'AED')).aum).toMatchObject({
        currency: 'AED',
        active: '299607948.24',
        committed: '113915551.76',
        exited: '19097000.00',
        total: '413523500.00',
        leftOut: { names: ['Bosphorus Robotics (TRY)'], currencies: ['TRY'], isStale: false },
      })
      expect(dashboardOf(rows, exchangeOf(rows, 'USD', '2026-03-22')).aum.leftOut.isStale).toBe(true)
      expect(dashboardOf(rows, exchangeOf(rows, 'USD', '2026-03-02')).aum.active).toBe('81573282.41')
    },
  )

  it('a commitment is worth its cost, and what was paid out in another currency counts as return', async () => {
    const id = made[0]!.ines
    const own = portalOf(await rowsOf(people.investor), id, false)
    expect(own.holdings).toEqual([
      ['Helvetic Precision Tools', '1103448.28', 'FUNDED', '1379310.35', 'ILLUSTRATIVE'],
      ['Jebel Ali Data Campus', '367250.00', 'ACTIVE', '459062.50', 'ILLUSTRATIVE'],
      ['Marina Heights Residences', '100000.00', 'COMMITTED', '100000.00', 'COST'],
      ['Marina Heights Residences', '1607142.86', 'FUNDED', '1896428.57', 'VALUATION'],
      ['Nilgiri Software', '851851.85', 'FUNDED', '1064814.81', 'ILLUSTRATIVE'],
      ['Sahel Solar', '112950.50', 'COMMITTED', '141188.13', 'ILLUSTRATIVE'],
    ])
    expect(own.totals).toMatchObject({
      invested: '3875393.49',
      active: '3662442.99',
      committed: '212950.50',
      value: '4706741.86',
      // 806,348.37 + 25,000 (a quarter of 100,000) + 1,000 paid out
      gain: '832348.37',
      activeCount: 4,
      leftOut: { names: [], currencies: [], isStale: false },
    })
    expect(portalOf(await rowsOf(people.admin), id, true)).toEqual(own)
  })

  it('an exit with payments has no value left, and an amount without a rate is left out by name', async () => {
    const id = made[0]!.kerem
    const own = portalOf(await rowsOf(people.investor2), id, false)
    expect(own.holdings).toContainEqual(['Anatolia Olive Groves', '670967.74', 'EXITED', '0.00', 'REALISED'])
    expect(own.holdings).toContainEqual(['Bosphorus Robotics', '1000.00', 'FUNDED', '1250.00', 'ILLUSTRATIVE'])
    expect(own.totals).toMatchObject({
      invested: '5956606.01',
      exited: '670967.74',
      // 7,445,757.52 without Anatolia's 838,709.68
      value: '6607047.84',
      // value + 800,000 - 5,956,606.01
      gain: '1450441.83',
      leftOut: { names: ['Bosphorus Robotics (TRY)'], currencies: ['TRY'], isStale: false },
    })
    expect(portalOf(await rowsOf(people.manager), id, true)).toEqual(own)
  })
})
