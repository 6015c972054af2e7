// The dashboard's figures, computed from the rows on this device.
import { type InvestmentStatus, type ProjectStatus, statusClass } from '#schema/enumerations.ts'
import { add, divide, sum } from '#schema/money.ts'

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

export interface Aum {
  /** Active and committed. */
  readonly total: string
  readonly active: string
  readonly committed: string
  readonly exited: string
}

/** Assets under management in USD. */
export function aumOf(investments: Iterable<InvestmentFigures>): Aum {
  const amounts: Record<'ACTIVE' | 'COMMITTED' | 'EXITED', string[]> = { ACTIVE: [], COMMITTED: [], EXITED: [] }
  for (const { amount, currency, status } of investments) {
    if (currency === 'USD') amounts[statusClass(status)].push(amount)
  }
  const [active, committed, exited] = [sum(amounts.ACTIVE), sum(amounts.COMMITTED), sum(amounts.EXITED)]
  return { active, committed, exited, total: add(active, committed) }
}

const hasNotExited = ({ status }: ProjectFigures): boolean => statusClass(status) !== 'EXITED'

export function countActive(projects: Iterable<ProjectFigures>): number {
  let active = 0
  for (const project of projects) if (hasNotExited(project)) active++
  return active
}

/** Simple mean over projects that have not exited of the actual IRR, else the expected one; null where there is none. */
export function averageIrrOf(projects: Iterable<ProjectFigures>): string | null {
  const rates: string[] = []
  for (const project of projects) {
    const rate = project.actualIRR ?? project.expectedIRR
    if (rate !== null && hasNotExited(project)) rates.push(rate)
  }
  return divide(sum(rates), String(rates.length), 2)
}
