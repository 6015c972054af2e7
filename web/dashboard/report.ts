// A row per investment, and one per project without any. Investors get only their own investments.
import i18next from 'i18next'
import { type CsvCell, toCsv } from '#schema/kernel/csv.ts'
import type { Exchange } from '#schema/money/exchange.ts'
import { type HoldingOnDay, holdingOnDay, isCounted } from '#schema/portfolio/holding-value.ts'
import { fullName } from '#schema/entities/investors/entity.ts'
import { otherCurrencyAmountsOf, type TotalSum, totalSum } from '#schema/records/cached-sums.ts'
import type { ConvertOn } from '#schema/money/daily-converters.ts'
import { registry, type Row } from '#schema/registry.ts'
import { rowsPerStep } from '#schema/kernel/steps.ts'
import { choiceLabel, statusLabel } from '#web/records/names/entity-texts.ts'
import { historiesOfStore } from '#web/records/holdings/histories-of-store.ts'
import { ruleName } from '#web/records/holdings/rule-name.ts'
import type { Store } from '#web/store/base/contract.ts'

interface ReportRow {
  readonly project: Row<'projects'> | undefined
  readonly investment: Row<'investments'> | undefined
  readonly investor: Row<'investors'> | undefined
  readonly raised: TotalSum | undefined
  readonly figures: HoldingOnDay | undefined
}

interface Column {
  readonly head: () => string
  readonly cell: (row: ReportRow) => CsvCell
  /** A total of the firm, which investors do not receive. */
  readonly ofFirm?: true
}

const columns: readonly Column[] = [
  {
    head: () => i18next.t('dashboard:reportHeads.project'),
    cell: ({ project, investment }) => project?.name ?? investment?.projectName,
  },
  {
    head: () => i18next.t('dashboard:reportHeads.projectType'),
    cell: ({ project }) => project && choiceLabel('projects', 'type', project.type),
  },
  {
    head: () => i18next.t('dashboard:reportHeads.projectStatus'),
    cell: ({ project }) => project && statusLabel('projects', project.status),
  },
  { head: () => i18next.t('dashboard:reportHeads.location'), cell: ({ project }) => project?.location },
  { head: () => i18next.t('dashboard:reportHeads.projectCurrency'), cell: ({ project }) => project?.currency },
  { head: () => i18next.t('dashboard:reportHeads.targetAmount'), cell: ({ project }) => project?.targetAmount },
  {
    head: () => i18next.t('dashboard:reportHeads.raisedAmount'),
    cell: ({ raised }) => raised?.amount,
    ofFirm: true,
  },
  {
    head: () => i18next.t('common:notConverted', { field: i18next.t('dashboard:reportHeads.raisedAmount') }),
    cell: ({ raised }) => raised?.missing.map(({ amount, currency }) => `${amount} ${currency}`).join(', '),
    ofFirm: true,
  },
  { head: () => i18next.t('dashboard:reportHeads.expectedIrr'), cell: ({ project }) => project?.expectedIRR },
  { head: () => i18next.t('dashboard:reportHeads.actualIrr'), cell: ({ project }) => project?.actualIRR },
  { head: () => i18next.t('dashboard:reportHeads.investor'), cell: ({ investor }) => investor && fullName(investor) },
  { head: () => i18next.t('dashboard:reportHeads.email'), cell: ({ investor }) => investor?.email },
  { head: () => i18next.t('dashboard:reportHeads.amount'), cell: ({ investment }) => investment?.amount },
  { head: () => i18next.t('dashboard:reportHeads.currency'), cell: ({ investment }) => investment?.currency },
  {
    head: () => i18next.t('dashboard:reportHeads.investmentStatus'),
    cell: ({ investment }) => investment && statusLabel('investments', investment.status),
  },
  {
    head: () => i18next.t('dashboard:reportHeads.investmentDate'),
    cell: ({ investment }) => investment?.investmentDate,
  },
  {
    head: () => i18next.t('dashboard:reportHeads.redemptionDate'),
    cell: ({ investment }) => investment?.redemptionDate,
  },
  { head: () => i18next.t('dashboard:reportHeads.paidIn'), cell: ({ figures }) => figures?.paidIn },
  { head: () => i18next.t('dashboard:reportHeads.received'), cell: ({ figures }) => figures?.received },
  { head: () => i18next.t('dashboard:reportHeads.value'), cell: ({ figures }) => figures?.value },
  { head: () => i18next.t('dashboard:reportHeads.return'), cell: ({ figures }) => figures?.gain },
  {
    head: () => i18next.t('dashboard:reportHeads.rule'),
    cell: ({ figures }) => (figures && figures.value !== null ? ruleName(figures.rule) : undefined),
  },
]

const byName = (a: Row<'projects'>, b: Row<'projects'>): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
const byDay = (a: Row<'investments'>, b: Row<'investments'>): number => (a.investmentDate < b.investmentDate ? -1 : 1)

/** In the project's currency, converted at today's rates, as in lists. */
function* raisedBy(store: Store, { convert }: Exchange): Generator<undefined, (of: Row<'projects'>) => TotalSum> {
  const projects = store.table('projects')
  const currencyOf = (id: string) => projects.get(id)?.currency
  const others = yield* otherCurrencyAmountsOf(
    store.table('investments').scan(),
    registry.projects.fields.raisedAmount.sums,
    currencyOf,
  )
  return ({ id, currency, raisedAmount }) => totalSum(raisedAmount, currency, others.get(id), { convert, currency })
}

interface Sources {
  readonly store: Store
  readonly ofFirm: boolean
  readonly exchange: Exchange
  readonly on: ConvertOn
  readonly today: string
}

function* reportRows({ store, ofFirm, exchange, on, today }: Sources): Generator<undefined, ReportRow[]> {
  const [projects, investments, investors] = [
    store.table('projects'),
    store.table('investments'),
    store.table('investors'),
  ]
  const rows: ReportRow[] = []
  const raisedOf = ofFirm ? yield* raisedBy(store, exchange) : () => undefined
  const histories = yield* historiesOfStore(store, ofFirm, on)
  const figuresOf = ({ id }: Row<'investments'>): HoldingOnDay | undefined => {
    const history = histories.byHolding.get(id)
    const figures = history && holdingOnDay(history, today)
    return figures && isCounted(figures) ? figures : undefined
  }
  const rowOf = (investment: Row<'investments'>, project?: Row<'projects'>, raised?: TotalSum): ReportRow => ({
    project,
    investment,
    investor: investors.get(investment.investorId),
    raised,
    figures: figuresOf(investment),
  })
  for (const project of [...projects.all()].sort(byName)) {
    const raised = raisedOf(project)
    const own = [...investments.where('projectId', project.id)].sort(byDay)
    for (const investment of own) {
      rows.push(rowOf(investment, project, raised))
      if (rows.length % rowsPerStep === 0) yield
    }
    if (own.length === 0 && ofFirm)
      rows.push({ project, investment: undefined, investor: undefined, raised, figures: undefined })
    if (rows.length % rowsPerStep === 0) yield
  }
  for (const investment of investments.all()) if (!projects.get(investment.projectId)) rows.push(rowOf(investment))
  return rows
}

/** Yields between steps, so that the caller can slice the work. */
export function* portfolioReport(sources: Sources): Generator<undefined, string> {
  const shown = columns.filter((column) => sources.ofFirm || !column.ofFirm)
  const cells: CsvCell[][] = []
  for (const row of yield* reportRows(sources)) {
    cells.push(shown.map(({ cell }) => cell(row)))
    if (cells.length % rowsPerStep === 0) yield
  }
  return toCsv(
    shown.map(({ head }) => head()),
    cells,
  )
}
