import type { Entity } from '#schema/kernel/entity.ts'
import type { InvestmentStatus, ProjectStatus } from '#schema/kernel/enumerations.ts'
import { dayBegins } from '#schema/money/dates.ts'
import { convertByEither, converterFor, type Exchange, type Rate } from '#schema/money/exchange.ts'
import {
  comparedWith,
  countText,
  growthText,
  type Period,
  pointsText,
  snapshotMonth,
  startOf,
} from '#schema/money/metric-changes.ts'
import { aumOf, averageIrrOf, countActive, totalOf } from '#schema/portfolio/metrics.ts'
import { round } from '#schema/money/money.ts'
import { registry } from '#schema/registry.ts'
import { isStaff, type Viewer } from '#schema/kernel/viewer.ts'
import { runToEnd } from '#schema/kernel/steps.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { visibleSql, viewerParams, withViewer } from '#server/records/read/visible-to.ts'
import { averageIrrAt } from './snapshots.ts'

export interface DashboardMetrics {
  readonly currency: string
  readonly totalAUM: string
  readonly activeAUM: string
  readonly committedAUM: string
  readonly exitedAUM: string
  readonly activeProjects: number
  /** Staff only. */
  readonly totalInvestors?: number
  /** Investors only. */
  readonly myInvestments?: number
  /** Percent with two decimals. */
  readonly averageIRR: string | null
  readonly incomplete: readonly { readonly entity: 'investments'; readonly id: string; readonly currency: string }[]
}

export interface Changes {
  readonly totalAUM: string | null
  readonly activeProjects: string | null
  readonly totalInvestors?: string | null
  readonly averageIRR: string | null
}

export interface MetricsQuery {
  readonly today: string
  readonly zone: string
  readonly currency: string
}

interface Group {
  readonly currency: string
  readonly status: InvestmentStatus
  readonly amount: string
}

interface ProjectRow {
  readonly status: ProjectStatus
  readonly actualIRR: string | null
  readonly expectedIRR: string | null
}

const { investments, projects, investors, exchangeRates } = registry
const maxListedRows = 1_000

export interface Figures {
  readonly metrics: DashboardMetrics
  readonly averageIRR: string | null
}

export async function readMetrics(tx: TenantTx, viewer: Viewer, query: MetricsQuery): Promise<Figures> {
  const exchange = await exchangeFor(tx, viewer, query)
  const aum = runToEnd(aumOf(await readGroups(tx, viewer), exchange, ({ currency }) => currency))
  const rows = await tx.query<ProjectRow>(
    `${withViewer} select status, actual_irr::text as "actualIRR", expected_irr::text as "expectedIRR" ${visible(projects, viewer)}`,
    viewerParams(viewer),
  )
  const averageIRR = runToEnd(averageIrrOf(rows))
  const metrics: DashboardMetrics = {
    currency: query.currency,
    totalAUM: aum.total,
    activeAUM: aum.active,
    committedAUM: aum.committed,
    exitedAUM: aum.exited,
    activeProjects: runToEnd(countActive(rows)),
    ...(isStaff(viewer)
      ? { totalInvestors: await countOf(tx, viewer, investors) }
      : { myInvestments: await countOf(tx, viewer, investments) }),
    averageIRR: averageIRR && round(averageIRR),
    incomplete: await leftOut(tx, viewer, aum.leftOut.currencies),
  }
  return { metrics, averageIRR }
}

export async function readChanges(
  tx: TenantTx,
  viewer: Viewer,
  query: MetricsQuery,
  { averageIRR }: Figures,
  period: Period,
): Promise<Changes> {
  const [now, before] = await liveTotals(tx, viewer, query, comparedWith(period, query.today))
  const since = dayBegins(query.zone, startOf(period, query.today))
  const isFirm = isStaff(viewer)
  const earlier = isFirm ? await averageIrrAt(tx, snapshotMonth(period, query.today)) : null
  return {
    totalAUM: growthText(now, before),
    activeProjects: countText(await countOf(tx, viewer, projects, since), period),
    ...(isFirm && { totalInvestors: countText(await countOf(tx, viewer, investors, since), period) }),
    averageIRR: pointsText(averageIRR, earlier, period),
  }
}

const visible = (entity: Entity, viewer: Viewer): string =>
  `from ${entity.table} t where ${visibleSql(entity, viewer, 't')}`

const readGroups = (tx: TenantTx, viewer: Viewer): Promise<Group[]> =>
  tx.query<Group>(
    `${withViewer} select currency, status, sum(amount)::text as amount ${visible(investments, viewer)} group by currency, status`,
    viewerParams(viewer),
  )

/** The earlier day uses its own rates where known. */
async function liveTotals(
  tx: TenantTx,
  viewer: Viewer,
  query: MetricsQuery,
  earlier: string,
): Promise<readonly [string, string]> {
  const exchange = await exchangeFor(tx, viewer, query)
  const { convert } = await exchangeFor(tx, viewer, { ...query, today: earlier })
  const then = { ...exchange, convert: convertByEither(convert, exchange.convert) }
  const live = (day: string) =>
    tx.query<Pick<Group, 'currency' | 'amount'>>(
      `${withViewer} select currency, sum(amount)::text as amount ${visible(investments, viewer)}
and investment_date <= $4::date and (status <> 'EXITED' or exited_on > $4::date) group by currency`,
      [...viewerParams(viewer), day],
    )
  return [runToEnd(totalOf(await live(query.today), exchange)), runToEnd(totalOf(await live(earlier), then))]
}

async function exchangeFor(tx: TenantTx, viewer: Viewer, { today, currency }: MetricsQuery): Promise<Exchange> {
  const rates = await tx.query<Rate>(
    `${withViewer} select distinct on (from_currency, to_currency) from_currency as "fromCurrency", to_currency as "toCurrency", rate::text, date::text, source
${visible(exchangeRates, viewer)} and date <= $4::date order by from_currency, to_currency, date desc, source = 'MANUAL' desc`,
    [...viewerParams(viewer), today],
  )
  return { currency, convert: converterFor(rates, today) }
}

async function countOf(tx: TenantTx, viewer: Viewer, entity: Entity, since?: Date): Promise<number> {
  const created = since ? 'and t.created_at >= $4::timestamptz' : ''
  const [row] = await tx.query<{ n: number }>(
    `${withViewer} select count(*)::int as n ${visible(entity, viewer)} ${created}`,
    [...viewerParams(viewer), ...(since ? [since.toISOString()] : [])],
  )
  return row!.n
}

async function leftOut(
  tx: TenantTx,
  viewer: Viewer,
  currencies: readonly string[],
): Promise<DashboardMetrics['incomplete']> {
  if (!currencies.length) return []
  const rows = await tx.query<{ id: string; currency: string }>(
    `${withViewer} select id, currency ${visible(investments, viewer)} and currency = any($4::text[]) order by created_at, id limit ${maxListedRows}`,
    [...viewerParams(viewer), currencies],
  )
  return rows.map((row) => ({ entity: 'investments', ...row }))
}
