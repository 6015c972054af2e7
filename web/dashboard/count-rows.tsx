import type { FigureRow, FigureRows } from '#web/records/figures/figure-panel.tsx'
import { type InvestmentStatus, type ProjectStatus, statusClass } from '#schema/kernel/enumerations.ts'
import { averageIrrOf, hasNotExited, rateOf } from '#schema/portfolio/metrics.ts'
import { compare } from '#schema/money/money.ts'
import type { Row } from '#schema/registry.ts'
import { rowsPerStep } from '#schema/kernel/steps.ts'
import { nameOfProject } from '#web/records/names/project-name.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { StatusBadge } from '#web/records/columns/status-badge.tsx'
import type { Store } from '#web/store/base/contract.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { percent } from '#web/ui/format/numbers/percent-format.ts'
import { maxShown } from './row-limit.ts'

/** People without the list see the project's own page. */
const projectLink = (id: string) => ({ to: '/projects', search: { dialog: 'details', record: id } }) as const

function counted(rows: readonly FigureRow[], all: number): FigureRows {
  const rest = all - rows.length
  return { rows, ...(rest > 0 && { rest: { count: rest, value: count(rest) } }), sum: count(all) }
}

type Project = Row<'projects'>
type Investor = Row<'investors'>
export type ProjectClass = ReturnType<typeof statusClass<ProjectStatus>>
export type InvestmentClass = ReturnType<typeof statusClass<InvestmentStatus>>

export function* activeProjectRows(store: Store, only?: ProjectClass): Generator<undefined, FigureRows> {
  const isCounted = only ? ({ status }: Project) => statusClass(status) === only : hasNotExited
  const rows: FigureRow[] = []
  let [all, seen] = [0, 0]
  for (const project of store.table('projects').scan()) {
    if (++seen % rowsPerStep === 0) yield
    if (!isCounted(project)) continue
    if (++all > maxShown) continue
    const { id, name, status } = project
    rows.push({
      id,
      name: <Name>{name}</Name>,
      value: <StatusBadge entity="projects" status={status} />,
      link: projectLink(id),
    })
  }
  return counted(rows, all)
}

export function* investorRows(
  store: Store,
  isCounted: (investor: Investor) => boolean = () => true,
): Generator<undefined, FigureRows> {
  const rows: FigureRow[] = []
  let [all, seen] = [0, 0]
  for (const investor of store.table('investors').scan()) {
    if (++seen % rowsPerStep === 0) yield
    if (!isCounted(investor)) continue
    if (++all > maxShown) continue
    const { id, email } = investor
    rows.push({
      id,
      name: <RecordName entity="investors" id={id} />,
      about: email,
      value: count(1),
      link: { to: '/investors', search: { dialog: 'details', record: id } },
    })
  }
  return counted(rows, all)
}

export function* myInvestmentRows(store: Store, only?: InvestmentClass): Generator<undefined, FigureRows> {
  const rows: FigureRow[] = []
  let all = 0
  for (const each of store.table('investments').all()) {
    if (only && statusClass(each.status) !== only) continue
    if (++all > maxShown) continue
    rows.push({
      id: each.id,
      name: <Name>{nameOfProject(each, store.table('projects'))}</Name>,
      about: <Money as="exact" amount={each.amount} currency={each.currency} />,
      value: <StatusBadge entity="investments" status={each.status} />,
      link: { to: '/investments', search: { dialog: 'details', record: each.id } },
    })
  }
  yield
  return counted(rows, all)
}

export function* irrRows(
  store: Store,
  labels: { readonly mean: (rates: number) => string; readonly none: string },
): Generator<undefined, FigureRows> {
  const mean = yield* averageIrrOf(store.table('projects').scan())
  const rows: FigureRow[] = []
  let [all, seen] = [0, 0]
  for (const project of store.table('projects').scan()) {
    if (++seen % rowsPerStep === 0) yield
    const rate = rateOf(project)
    if (rate === null) continue
    if (++all > maxShown) continue
    rows.push(rateRow(project, rate))
  }
  return {
    ...counted(rows, all),
    sum: mean === null ? labels.none : <bdi>{percent(mean)}</bdi>,
    sumLabel: labels.mean(all),
  }
}

export function* projectsWithRate(store: Store, rate: string, sumLabel: string): Generator<undefined, FigureRows> {
  const rows: FigureRow[] = []
  let seen = 0
  for (const project of store.table('projects').scan()) {
    if (++seen % rowsPerStep === 0) yield
    const own = rateOf(project)
    if (own !== null && compare(own, rate) === 0 && rows.length < maxShown) rows.push(rateRow(project, own))
  }
  return { rows, sum: <bdi>{percent(rate)}</bdi>, sumLabel }
}

const rateRow = ({ id, name }: Project, rate: string): FigureRow => ({
  id,
  name: <Name>{name}</Name>,
  value: <bdi>{percent(rate)}</bdi>,
  link: projectLink(id),
})
