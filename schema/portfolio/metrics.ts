import { type InvestmentStatus, type ProjectStatus, statusClass } from '#schema/kernel/enumerations.ts'
import { add, compare, partialSum, quotient, sum } from '#schema/money/money.ts'
import { trackConversions, type LeftOut } from '#schema/money/counting.ts'
import { type Exchange, isConversion } from '#schema/money/exchange.ts'
import { rowsPerStep } from '#schema/kernel/steps.ts'

interface InvestmentFigures {
  readonly amount: string
  readonly currency: string
  readonly status: InvestmentStatus
}

interface ProjectFigures {
  readonly status: ProjectStatus
  readonly actualIRR: string | null
  readonly expectedIRR: string | null
}

export type AumPart = ReturnType<typeof statusClass<InvestmentStatus>>

export interface Aum {
  /** A sum stays on screen until the one in a newly chosen currency is ready. */
  readonly currency: string
  /** Active plus committed. */
  readonly total: string
  readonly active: string
  readonly committed: string
  readonly exited: string
  readonly converted: ReadonlySet<AumPart>
  readonly leftOut: LeftOut
}

/** Converted unrounded and rounded once. */
export function* aumOf<Investment extends InvestmentFigures>(
  investments: Iterable<Investment>,
  exchange: Exchange,
  nameOf: (investment: Investment) => string,
): Generator<undefined, Aum> {
  const { convert, leftOut } = trackConversions(exchange)
  const amounts: Record<'ACTIVE' | 'COMMITTED' | 'EXITED', string[]> = { ACTIVE: [], COMMITTED: [], EXITED: [] }
  const converted = new Set<AumPart>()
  let rows = 0
  for (const each of investments) {
    const counted = convert(each.amount, each.currency, () => nameOf(each))
    const part = statusClass(each.status)
    if (counted !== null) {
      amounts[part].push(counted)
      if (isConversion(each.amount, each.currency, exchange.currency)) converted.add(part)
    }
    if (++rows % rowsPerStep > 0) continue
    for (const part of Object.values(amounts)) part.splice(0, part.length, partialSum(part))
    yield
  }
  const [active, committed, exited] = [sum(amounts.ACTIVE), sum(amounts.COMMITTED), sum(amounts.EXITED)]
  const total = sum([...amounts.ACTIVE, ...amounts.COMMITTED])
  return { currency: exchange.currency, active, committed, exited, total, converted, leftOut: leftOut() }
}

interface DatedFigures extends InvestmentFigures {
  readonly investmentDate: string
  readonly exitedOn: string | null
}

/** An exit without a day counts as earlier. */
export function* liveOn<Investment extends Omit<DatedFigures, 'amount' | 'currency'>>(
  investments: Iterable<Investment>,
  day: string,
): Generator<Investment, void> {
  for (const each of investments)
    if (each.investmentDate <= day && (statusClass(each.status) !== 'EXITED' || (each.exitedOn ?? '') > day)) yield each
}

export function* datedAfter<Investment extends Omit<DatedFigures, 'amount' | 'currency'>>(
  investments: Iterable<Investment>,
  day: string,
): Generator<Investment, void> {
  for (const each of investments) if (each.investmentDate > day && statusClass(each.status) !== 'EXITED') yield each
}

/** Converted unrounded, rounded once; amounts without a rate are left out. */
export function* totalOf(
  amounts: Iterable<Pick<InvestmentFigures, 'amount' | 'currency'>>,
  { convert, currency: target }: Exchange,
): Generator<undefined, string> {
  let converted: string[] = []
  let rows = 0
  for (const { amount, currency } of amounts) {
    converted.push(currency === target ? amount : (convert(amount, currency, target)?.amount ?? '0'))
    if (++rows % rowsPerStep > 0) continue
    converted = [partialSum(converted)]
    yield
  }
  return sum(converted)
}

export function* countSince(
  rows: Iterable<{ readonly createdAt: string }>,
  moment: string,
): Generator<undefined, number> {
  let [created, seen] = [0, 0]
  for (const { createdAt } of rows) {
    if (createdAt >= moment) created++
    if (++seen % rowsPerStep === 0) yield
  }
  return created
}

export const hasNotExited = ({ status }: Pick<ProjectFigures, 'status'>): boolean => statusClass(status) !== 'EXITED'

export function* countByStatus<Status extends string>(
  rows: Iterable<{ readonly status: Status }>,
): Generator<undefined, ReadonlyMap<ReturnType<typeof statusClass<Status>>, number>> {
  const counts = new Map<ReturnType<typeof statusClass<Status>>, number>()
  let seen = 0
  for (const { status } of rows) {
    const group = statusClass(status)
    counts.set(group, (counts.get(group) ?? 0) + 1)
    if (++seen % rowsPerStep === 0) yield
  }
  return counts
}

export function* countActive(projects: Iterable<ProjectFigures>): Generator<undefined, number> {
  let [active, rows] = [0, 0]
  for (const project of projects) {
    if (hasNotExited(project)) active++
    if (++rows % rowsPerStep === 0) yield
  }
  return active
}

/** Actual, else expected; null without either and after the exit. */
export const rateOf = (project: ProjectFigures): string | null =>
  hasNotExited(project) ? (project.actualIRR ?? project.expectedIRR) : null

/** Arithmetic mean, unrounded; null without any. */
export function* averageIrrOf(projects: Iterable<ProjectFigures>): Generator<undefined, string | null> {
  let total = '0'
  let [rates, rows] = [0, 0]
  for (const project of projects) {
    if (++rows % rowsPerStep === 0) yield
    const rate = rateOf(project)
    if (rate === null) continue
    total = add(total, rate)
    rates++
  }
  return rates === 0 ? null : quotient(total, String(rates))
}

export interface Rates {
  readonly count: number
  readonly lowest: string
  readonly highest: string
}

export function* ratesOf(projects: Iterable<ProjectFigures>): Generator<undefined, Rates | null> {
  let [lowest, highest, count, rows] = ['', '', 0, 0]
  for (const project of projects) {
    if (++rows % rowsPerStep === 0) yield
    const rate = rateOf(project)
    if (rate === null) continue
    if (++count === 1 || compare(rate, lowest) < 0) lowest = rate
    if (count === 1 || compare(rate, highest) > 0) highest = rate
  }
  return count === 0 ? null : { count, lowest, highest }
}
