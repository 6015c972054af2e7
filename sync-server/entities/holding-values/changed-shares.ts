// A change affects shares from the first day on which an investor's payments or exits differ.
import { exitDayOf, type Sharer } from '#schema/portfolio/nav-split.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import { registry } from '#schema/registry.ts'
import type { Stored } from '#server/records/rows/entity-rules.ts'
import { isLive, type StoredRow } from '#server/records/rows/stored-row.ts'
import type { DependentSet, Staged } from '#server/records/rows/working-set.ts'
import { ofProject, sharersOf } from './project-book.ts'

export interface AffectedProject {
  readonly projectId: string
  readonly investors: Set<string>
  readonly valuations: Set<string>
  /** The project's currency or a rate changed. */
  isWhole: boolean
}

const fieldsOfShares: ReadonlyMap<unknown, readonly string[]> = new Map<unknown, readonly string[]>([
  [registry.investments, ['projectId', 'investorId', 'amount', 'currency', 'status', 'investmentDate', 'exitedOn']],
  [registry.cashFlows, ['projectId', 'investorId', 'investmentId', 'amount', 'currency', 'type', 'date']],
  [registry.valuations, ['nav', 'valuationDate']],
  [registry.projects, ['currency']],
])

const hasChangedShares = ({ of: entity, before, after }: Staged): boolean =>
  isLive(before) !== isLive(after) ||
  (fieldsOfShares.get(entity) ?? []).some((field) => before?.[field] !== after[field])

export function affectedProjects(staged: readonly Staged[]): Map<string, AffectedProject> {
  const projects = new Map<string, AffectedProject>()
  const affectedIn = (projectId: unknown): AffectedProject => {
    const id = projectId as string
    const known = projects.get(id) ?? { projectId: id, investors: new Set(), valuations: new Set(), isWhole: false }
    projects.set(id, known)
    return known
  }
  for (const each of staged) {
    if (!fieldsOfShares.has(each.of) || !hasChangedShares(each)) continue
    const { of: entity, before, after } = each
    if (entity === registry.projects) {
      if (before) affectedIn(after.id).isWhole = true
    } else if (entity === registry.valuations) affectedIn(after['projectId']).valuations.add(after.id)
    else
      for (const row of [before, after]) {
        const investorId = row?.['investorId']
        if (typeof investorId === 'string') affectedIn(row!['projectId']).investors.add(investorId)
      }
  }
  return projects
}

const holdingsOf = { entity: 'investments', field: 'investorId' } as const
const flowsOf = { entity: 'cashFlows', field: 'investorId' } as const
export const paymentsOfInvestor = [holdingsOf, flowsOf] as const

export async function loadPayments(set: DependentSet, affected: Iterable<AffectedProject>): Promise<void> {
  const investors = [...affected].flatMap((each) => [...each.investors])
  await set.loadChildren(holdingsOf, investors)
  await set.loadChildren(flowsOf, investors)
}

interface EarlierState {
  readonly entity: string
  readonly row: StoredRow | null
}

export async function firstChangedDay(
  set: DependentSet,
  { projectId, investors }: AffectedProject,
): Promise<string | null> {
  const rowsBefore = new Map<string, EarlierState>(
    set.staged().map(({ of: entity, before, after }) => [after.id, { entity: entity.name, row: before }]),
  )
  const days: string[] = []
  for (const investorId of investors) {
    const isOwn = (row: StoredRow) => row['projectId'] === projectId && row['investorId'] === investorId
    const rowsOf = async (link: typeof holdingsOf | typeof flowsOf, isBefore: boolean) => {
      const now = (await set.children(link, investorId)).filter((row) => isOwn(row))
      if (!isBefore) return now
      const changed = [...rowsBefore.values()].flatMap(({ entity, row }) =>
        entity === link.entity && isLive(row) && isOwn(row) ? [row] : [],
      )
      return [...now.filter(({ id }) => !rowsBefore.has(id)), ...changed]
    }
    const sharersIn = async (isBefore: boolean) =>
      sharersOf(set, projectId, {
        holdings: (await rowsOf(holdingsOf, isBefore)) as Stored<'investments'>[],
        flows: (await rowsOf(flowsOf, isBefore)) as Stored<'cashFlows'>[],
      })
    days.push(...changedDays(await sharersIn(true), await sharersIn(false)))
  }
  return days.sort()[0] ?? null
}

function changedDays(before: ReadonlyMap<string, Sharer>, after: ReadonlyMap<string, Sharer>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [previous, next] = [before.get(id), after.get(id)]
    const [earlier, later] = [previous, next].map((each) => [...datesOf(each)].sort())
    const indexes = Array.from({ length: Math.max(earlier!.length, later!.length) }, (_, i) => i)
    const differing = indexes.find((i) => earlier![i] !== later![i])
    const calls = differing === undefined ? [] : [earlier![differing], later![differing]].flatMap((each) => each ?? [])
    const [exitBefore, exitAfter] = [exitDayIn(previous), exitDayIn(next)]
    const exits = exitBefore === exitAfter ? [] : [exitBefore, exitAfter].flatMap((day) => day ?? [])
    return [...calls.map((each) => each.slice(0, 10)), ...exits]
  })
}

/** Payments as texts that sort by day. Currency and investor affect how a share is recorded. */
const datesOf = (sharer: Sharer | undefined): string[] =>
  sharer?.calls.map(
    ({ date, amount }) => `${date} ${amount} ${sharer.holding.currency} ${sharer.holding.investorId}`,
  ) ?? []

/** No NAV is allocated from this day; the first of all days when unknown. */
function exitDayIn(sharer: Sharer | undefined): string | null {
  if (!sharer || statusClass(sharer.holding.status) !== 'EXITED') return null
  return exitDayOf(sharer.holding, sharer.flows) ?? '0000-01-01'
}

/** A rate affects shares dated on its day or later. */
export async function projectsWithRates(set: DependentSet): Promise<readonly string[]> {
  const days = set
    .staged()
    .filter(({ of: entity }) => entity === registry.exchangeRates)
    .flatMap(({ before, after }) => [before, after].flatMap((row) => (row ? [row['date'] as string] : [])))
    .sort()
  const [first] = days
  if (first === undefined) return []
  const dated = [
    ...(await set.datedSince({ entity: 'investments', field: 'investmentDate' }, first)),
    ...(await set.datedSince({ entity: 'cashFlows', field: 'date' }, first)),
    ...(await set.datedSince({ entity: 'valuations', field: 'valuationDate' }, first)),
  ]
  const ids = [...new Set(dated.map((row) => row['projectId'] as string))]
  await set.load(registry.projects, ids)
  await set.loadChildren(ofProject.valuations, ids)
  const valued = ids.filter((id) => set.loadedChildren(ofProject.valuations, id).length > 0)
  await set.loadChildren(ofProject.investments, valued)
  await set.loadChildren(ofProject.cashFlows, valued)
  return valued.filter((id) => {
    const currency = (set.peek('projects', id) as Stored<'projects'> | undefined)?.currency
    return [ofProject.investments, ofProject.cashFlows].some((link) =>
      set.loadedChildren(link, id).some((row) => row['currency'] !== currency),
    )
  })
}
