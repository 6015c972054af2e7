import { afterAll, describe, expect, it } from 'vitest'
import { addMonths, dayBegins } from '#schema/money/dates.ts'
import { comparedWith, growthText, startOf } from '#schema/money/metric-changes.ts'
import { isOverdue, upcomingOf, type UpcomingSources } from '#schema/portfolio/upcoming.ts'
import { runToEnd } from '#schema/kernel/steps.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { as } from '#server/test/device.ts'
import { openServer, type TestServer } from '#server/test/server.ts'
import { demoPassword } from './accounts.ts'
import { demoCapital } from './demo-capital/demo-capital.ts'
import { seedDemo } from './seed.ts'
import { isoDate, type SeedExit, type SeedRow, seededRows } from './seed-parts.ts'

interface Investment {
  readonly amount: string
  readonly currency: string
  readonly status: string
  readonly projectId: string
  readonly investmentDate: string
  readonly exitedOn?: string | null
}

const perDollar: Readonly<Record<string, number>> = { USD: 1_000_000, AED: 3_672_500, TRY: 42_500_000 }
const perDollarBefore: typeof perDollar = { ...perDollar, TRY: 37_916_667 }
const dollars = (investments: readonly Investment[], rates = perDollar): number =>
  investments.reduce((sum, { amount, currency }) => sum + (Number(amount) * 1_000_000) / rates[currency]!, 0)

function figuresOf(investments: readonly Investment[], types: ReadonlyMap<string, string>, today: string) {
  const live = investments.filter(({ status }) => status !== 'EXITED')
  const then = comparedWith(undefined, today)
  const now = live.filter(({ investmentDate }) => investmentDate <= today)
  const before = investments.filter(
    ({ investmentDate, status, exitedOn }) => investmentDate <= then && (status !== 'EXITED' || exitedOn! > then),
  )
  const shareOf = (type: string) =>
    ((dollars(live.filter(({ projectId }) => types.get(projectId) === type)) * 100) / dollars(live)).toFixed(1)
  return {
    shares: ['REAL_ESTATE', 'PRIVATE_EQUITY', 'VENTURE_CAPITAL'].map(shareOf),
    growth: growthText(dollars(now).toFixed(2), dollars(before, perDollarBefore).toFixed(2)),
  }
}

const documentedFigures = { shares: ['45.0', '32.0', '23.0'], growth: '+12.4%' }

const investmentsIn = (rows: readonly SeedRow[], exits: readonly SeedExit[] = []): Investment[] =>
  rows.flatMap((seeded) =>
    seededRows([seeded], 'investments').map((row) => {
      const exit = exits.find(({ id }) => id === row.id)
      const isSold = exit !== undefined || row.status === 'EXITED'
      return { ...row, ...(isSold && { status: 'EXITED', exitedOn: exit?.exitedOn ?? isoDate(seeded.at) }) }
    }),
  )

const rowCounts = {
  projects: 12,
  investors: 70,
  investments: 104,
  exchangeRates: 74,
  documents: 50,
  referralAttachments: 8,
  referrals: 6,
  referralCommissions: 9,
}

function dueIn(sources: Omit<UpcomingSources, 'signatures' | 'investmentOf'>, today: string) {
  const all = { ...sources, signatures: [], investmentOf: () => undefined }
  const due = runToEnd(upcomingOf(all, { userId: '', reviewsKyc: false }, today, 30))
  const kinds = (items: typeof due) => items.map(({ kind }) => kind).toSorted()
  return {
    overdue: kinds(due.filter((each) => isOverdue(each, today))),
    upcoming: kinds(due.filter((each) => !isOverdue(each, today))),
  }
}

const documentedDue = {
  overdue: ['COMMISSION', 'COMMITMENT', 'CONTACT', 'KYC'],
  upcoming: [
    ...Array<string>(2).fill('COMMISSION'),
    ...Array<string>(3).fill('COMMITMENT'),
    ...Array<string>(2).fill('CONTACT'),
    ...Array<string>(2).fill('REDEMPTION'),
  ],
}

const isOfFirm = (kind: string): boolean => kind !== 'COMMISSION'
const dueWithoutCommissions = {
  overdue: documentedDue.overdue.filter(isOfFirm),
  upcoming: documentedDue.upcoming.filter(isOfFirm),
}

const servers: (TestServer & { drop: () => Promise<void> })[] = []
afterAll(async () => {
  for (const server of servers) {
    await server.close()
    await server.drop()
  }
})

async function startDemo(now: string) {
  const { ownerUrl, drop } = await createTestDatabase()
  const server = await openServer(ownerUrl)
  servers.push({ ...server, drop })
  server.clock.set(now)
  await seedDemo(server)
  const body = new URLSearchParams({ email: 'admin@demo.test', password: demoPassword })
  const headers = { origin: 'http://localhost' }
  const response = await server.app.request('/api/login', { method: 'POST', headers, body })
  const admin = as(server, { cookie: response.headers.get('set-cookie')!.split(';')[0]! })
  const read = async (path: string) => (await admin.get(`/api/${path}`)).json() as Promise<never>
  return { server, admin, read }
}

describe('the seeded demo', () => {
  it.each([
    ['on the first day of a year, before noon', '2027-01-01T06:30:00.000Z'],
    ['at the end of a year', '2026-12-31T23:30:00.000Z'],
    ['on any other day', '2026-10-20T09:00:00.000Z'],
  ])('%s shows the documented figures, and fills every list with consistent dates', async (_, now) => {
    const { admin, read, server } = await startDemo(now)
    const projects: readonly { readonly id: string; readonly type: string }[] = await read('projects')
    const types = new Map(projects.map(({ id, type }) => [id, type]))
    expect(figuresOf(await read('investments'), types, now.slice(0, 10))).toEqual(documentedFigures)
    const changes = async (period: string) =>
      ((await read(`dashboard/metrics?period=${period}`)) as { readonly changes: object }).changes
    expect(await changes('month')).toMatchObject({ activeProjects: '+3 this month' })
    expect(await changes('quarter')).toMatchObject({ totalInvestors: '+47 this quarter' })
    expect(await changes('ytd')).toMatchObject({ averageIRR: '+2.1% ytd' })
    expect(await read('dashboard/metrics')).toMatchObject({ totalAUM: '112400000.00', incomplete: [] })
    const sources = {
      investments: await read('investments'),
      investors: await read('investors'),
      commissions: await read('commissions'),
    }
    expect(dueIn(sources, now.slice(0, 10))).toEqual(documentedDue)
    const collections = [
      'cash-flows',
      'valuations',
      'exchange-rates',
      'documents',
      'referrals',
      'deals',
      'opportunities',
    ]
    const held = ['commissions', 'notifications', 'investor-connections', 'referral-commissions']
    for (const collection of [...collections, ...held, 'referral-attachments', 'document-signatures'])
      expect([collection, ((await read(collection)) as unknown[]).length]).not.toEqual([collection, 0])
    const today = isoDate(server.now())
    const flows: readonly { readonly date: string; readonly currency: string }[] = await read('cash-flows')
    expect(flows.every(({ date }) => date <= today)).toBe(true)
    expect(flows.map(({ date }) => date).sort()[0]! < addMonths(today, -34)).toBe(true)
    expect(new Set(flows.map(({ currency }) => currency)).size).toBe(3)
    const commissions: readonly { readonly dueDate: string; readonly paidDate: string | null }[] =
      await read('commissions')
    expect(commissions.length).toBeGreaterThan(100)
    const open = commissions.filter(({ paidDate }) => paidDate === null)
    for (const some of [
      open.filter(({ dueDate }) => dueDate < today),
      open.filter(({ dueDate }) => dueDate >= today),
      commissions.filter(({ paidDate }) => paidDate !== null),
    ])
      expect(some.length).toBeGreaterThan(0)
    const documents: readonly { readonly url: string; readonly size: number }[] = await read('documents')
    for (const { url, size } of documents) {
      const response = await admin.get(url)
      const bytes = Buffer.from(await response.arrayBuffer())
      expect([response.status, bytes.subarray(0, 5).toString(), bytes.length]).toEqual([200, '%PDF-', size])
    }
    expect(server.unexpectedErrors).toEqual([])
  })
})

it('the documented figures hold on special days, at noon and at 23:30, in extreme time zones', () => {
  const days = ['2027-01-01', '2028-02-29', '2027-04-01', '2026-12-31']
  for (const [zone, hours] of [
    ['Etc/GMT+11', 11],
    ['Etc/GMT-14', -14],
    ['UTC', 0],
  ] as const)
    for (const day of days)
      for (const time of ['12:00', '23:30']) {
        const now = new Date(Date.parse(`${day}T${time}:00.000Z`) + hours * 3_600_000)
        const { rows, exits } = demoCapital(now, (email) => email)
        const rowsOf = (entity: string) => rows.filter((row) => row.entity === entity)
        const types = new Map(rowsOf('projects').map(({ id, fields }) => [id, String(fields['type'])]))
        const { month, quarter } = {
          month: dayBegins(zone, startOf('month', day)),
          quarter: dayBegins(zone, startOf('quarter', day)),
        }
        const since = (entity: string, from: Date) => rowsOf(entity).filter(({ at }) => at >= from && at <= now).length
        const counts = [since('projects', month), since('investors', quarter)]
        expect([zone, now, figuresOf(investmentsIn(rows, exits), types, day), counts]).toEqual([
          zone,
          now,
          documentedFigures,
          [3, 47],
        ])
      }
})

it('the documented figures hold on the first and last day of every month for two years', () => {
  for (let month = 18; month < 42; month++)
    for (const now of [new Date(Date.UTC(2026, month, 1, 0, 5)), new Date(Date.UTC(2026, month + 1, 0, 23, 55))]) {
      const { rows, exits } = demoCapital(now, (email) => email)
      const rowsOf = (entity: string) => rows.filter((row) => row.entity === entity)
      const types = new Map(rowsOf('projects').map(({ id, fields }) => [id, String(fields['type'])]))
      expect([now, figuresOf(investmentsIn(rows, exits), types, isoDate(now))]).toEqual([now, documentedFigures])
      expect([now, ...Object.keys(rowCounts).map((entity) => rowsOf(entity).length)]).toEqual([
        now,
        ...Object.values(rowCounts),
      ])
      expect(rowsOf('cashFlows').length).toBeGreaterThan(420)
      expect(rowsOf('valuations').length).toBeGreaterThanOrEqual(65)
      const sources = {
        investments: seededRows(rows, 'investments'),
        investors: seededRows(rows, 'investors'),
        commissions: [],
      }
      expect([now, dueIn(sources, isoDate(now))]).toEqual([now, dueWithoutCommissions])
    }
})

it('a new investor has paid into a project since its last valuation', () => {
  for (let month = 18; month < 42; month++) {
    const { rows } = demoCapital(new Date(Date.UTC(2026, month + 1, 0, 12)), (email) => email)
    const latestDay = (entity: string, field: string, own: (fields: SeedRow['fields']) => boolean) =>
      rows
        .filter((row) => row.entity === entity && own(row.fields))
        .map(({ fields }) => String(fields[field]))
        .toSorted((a, b) => a.localeCompare(b))
        .at(-1)
    const calls = rows.filter(({ entity, fields }) => entity === 'cashFlows' && fields['type'] === 'CAPITAL_CALL')
    const since = calls.filter(({ fields: { projectId, date } }) => {
      const valued = latestDay('valuations', 'valuationDate', (fields) => fields['projectId'] === projectId)
      return valued !== undefined && String(date) > valued
    })
    expect([month, since.length]).toEqual([month, 1])
    const [{ fields }] = since as [SeedRow]
    expect(calls.filter((each) => each.fields['investorId'] === fields['investorId'])).toHaveLength(1)
  }
})
