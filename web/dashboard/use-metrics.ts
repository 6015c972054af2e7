import { useCallback } from 'react'
import { dayBegins } from '#schema/money/dates.ts'
import { convertByEither } from '#schema/money/exchange.ts'
import {
  comparedWith,
  growthOf,
  defaultPeriods,
  type Period,
  pointsOf,
  snapshotMonth,
  startOf,
} from '#schema/money/metric-changes.ts'
import {
  type Aum,
  aumOf,
  averageIrrOf,
  countActive,
  countSince,
  datedAfter,
  liveOn,
  totalOf,
} from '#schema/portfolio/metrics.ts'
import type { Row } from '#schema/registry.ts'
import { averageIrrIn } from '#schema/portfolio/snapshots.ts'
import { nameOfProject } from '#web/records/names/project-name.ts'
import { useConvertersByDay, useExchange } from '#web/records/figures/use-exchange.ts'
import { useFigure } from '#web/records/data/use-figure.ts'
import { useMayAll } from '#web/records/data/use-may.ts'
import { useTable } from '#web/records/data/use-table.ts'
import type { Table } from '#web/store/base/contract.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { useStore } from '#web/ui/store-context.ts'

type Investments = Table<Row<'investments'>>
const averageIrrOfTable = (table: Table<Row<'projects'>>) => averageIrrOf(table.scan())
const activeOfTable = (table: Table<Row<'projects'>>) => countActive(table.scan())

/** In percent or in rows; null if no earlier value is known. */
export interface Change<Value> {
  readonly value: Value | null
  readonly period: Period | null
}

export interface Metrics {
  readonly aum: Aum | undefined
  /** The part of the AUM dated after today. */
  readonly later: string | undefined
  readonly active: number | undefined
  readonly irr: string | null | undefined
  readonly changes: {
    readonly aum: Change<string>
    readonly projects: Change<number>
    readonly investors: Change<number>
    readonly irr: Change<string>
  }
}

/** `period` is null until the person chooses one for all cards. */
export function useMetrics(period: Period | null): Metrics {
  const store = useStore()
  const today = useToday()
  const exchange = useExchange()
  const ofFirm = useMayAll('investments', 'read')
  const on = useConvertersByDay()
  const earlierDay = comparedWith(period ?? undefined, today)
  const aum = useFigure(
    'investments',
    useCallback(
      (table: Investments) =>
        aumOf(table.scan(), exchange, (each) => nameOfProject(each, store.table('projects')) ?? ''),
      [exchange, store],
    ),
  )
  const later = useFigure(
    'investments',
    useCallback((table: Investments) => totalOf(datedAfter(table.scan(), today), exchange), [exchange, today]),
  )
  const now = useFigure(
    'investments',
    useCallback((table: Investments) => totalOf(liveOn(table.scan(), today), exchange), [exchange, today]),
  )
  const before = useFigure(
    'investments',
    useCallback(
      (table: Investments) => {
        const convert = convertByEither(on(earlierDay), exchange.convert)
        return totalOf(liveOn(table.scan(), earlierDay), { ...exchange, convert })
      },
      [exchange, on, earlierDay],
    ),
  )
  const irr = useFigure('projects', averageIrrOfTable)
  const periods = {
    ...defaultPeriods,
    ...(period && { activeProjects: period, totalInvestors: period, averageIRR: period }),
  }
  const snapshots = useTable('analyticsData')
  const earlier = ofFirm ? averageIrrIn(snapshots.all(), snapshotMonth(periods.averageIRR, today)) : null
  return {
    aum,
    later,
    active: useFigure('projects', activeOfTable),
    irr,
    changes: {
      aum: { value: now && before ? growthOf(now, before) : null, period },
      projects: { value: useCreated('projects', periods.activeProjects), period: periods.activeProjects },
      investors: { value: useCreated('investors', periods.totalInvestors), period: periods.totalInvestors },
      irr: { value: pointsOf(irr ?? null, earlier), period: periods.averageIRR },
    },
  }
}

/** In the person's time zone. */
function useCreated(entity: 'projects' | 'investors', period: Period): number | null {
  const { timeZone } = useDates()
  const today = useToday()
  const since = dayBegins(timeZone, startOf(period, today)).toISOString()
  const compute = useCallback(
    (table: { scan(): Iterable<{ readonly createdAt: string }> }) => countSince(table.scan(), since),
    [since],
  )
  return useFigure(entity, compute) ?? null
}
