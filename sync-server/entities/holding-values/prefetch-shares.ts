// Without this, each change of a batch would need several statements.
import { dayBefore } from '#schema/money/dates.ts'
import type { Entity } from '#schema/kernel/entity.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import { latestValuation } from '#schema/entities/valuations/entity.ts'
import { registry } from '#schema/registry.ts'
import type { Stored } from '#server/records/rows/entity-rules.ts'
import type { ReadSet, Staged } from '#server/records/rows/working-set.ts'
import { affectedProjects, type AffectedProject, paymentsOfInvestor } from './changed-shares.ts'
import { ofProject } from './project-book.ts'
import { idOfShare, ofHolding, ofValuation } from './renewed-rows.ts'

export async function prefetchShares(set: ReadSet, touched: readonly Staged[]): Promise<void> {
  const affected = affectedProjects(touched)
  await set.loadChildren(ofProject.valuations, [...affected.keys()])
  const valued = [...affected.values()].filter(
    ({ projectId, valuations }) =>
      valuations.size > 0 || set.loadedChildren(ofProject.valuations, projectId).length > 0,
  )
  if (!valued.length) return
  const projects = valued.map(({ projectId }) => projectId)
  const investors = valued.flatMap((each) => [...each.investors])
  await Promise.all([
    set.loadChildren(ofProject.investments, projects),
    set.loadChildren(ofProject.cashFlows, projects),
    ...paymentsOfInvestor.map((link) => set.loadChildren(link, investors)),
  ])
  const firstDays = firstDayByProject(touched, set)
  const moved = touched.flatMap(({ of: entity, after }) =>
    entity === registry.valuations ? [after as Stored<'valuations'>] : [],
  )
  const renewed = valued.map((each) => ({
    holdings: holdingsWithNewShares(set, each, touched),
    valuations: [
      ...renewedValuations(set, each, firstDays.get(each.projectId)),
      ...moved.filter(({ projectId }) => projectId === each.projectId),
    ].map(({ id }) => id),
  }))
  const exited = projects.flatMap((id) =>
    holdingsOf(set, id).flatMap(({ id: holding, status }) => (statusClass(status) === 'EXITED' ? [holding] : [])),
  )
  await Promise.all([
    set.loadChildren(
      ofValuation,
      renewed.flatMap(({ valuations }) => valuations),
    ),
    set.loadChildren(ofHolding, exited),
    set.load(
      registry.holdingValues,
      renewed.flatMap(({ holdings, valuations }) =>
        valuations.flatMap((valuation) => holdings.map((holding) => idOfShare(holding, valuation))),
      ),
    ),
  ])
}

const holdingsOf = (set: ReadSet, projectId: string) =>
  set.loadedChildren(ofProject.investments, projectId) as Stored<'investments'>[]

/** The earliest payment that changes. One without a date counts as today, which is still yesterday in some time zone. */
function firstDayByProject(touched: readonly Staged[], { at }: ReadSet): ReadonlyMap<string, string> {
  const yesterday = dayBefore(at.slice(0, 10))
  const days = new Map<string, string>()
  for (const { of: entity, before, after } of touched) {
    const field = dateFields.get(entity)
    if (field === undefined) continue
    for (const row of [before, after]) {
      const projectId = row?.['projectId']
      if (typeof projectId !== 'string') continue
      const day = row![field] ?? yesterday
      const first = days.get(projectId)
      if (typeof day === 'string' && (first === undefined || day < first)) days.set(projectId, day)
    }
  }
  return days
}

const dateFields = new Map<Entity, string>([
  [registry.investments, 'investmentDate'],
  [registry.cashFlows, 'date'],
])

function renewedValuations(
  set: ReadSet,
  { projectId, valuations, isWhole }: AffectedProject,
  from: string | undefined,
): Stored<'valuations'>[] {
  const all = set.loadedChildren(ofProject.valuations, projectId) as Stored<'valuations'>[]
  const latest = latestValuation(all)
  const isMoved = isWhole || valuations.size > 0
  return all.filter(
    (each) =>
      isWhole ||
      valuations.has(each.id) ||
      (from !== undefined && each.valuationDate >= from) ||
      (isMoved && each === latest),
  )
}

/** All for a new valuation, otherwise those of the investors whose payments change. */
function holdingsWithNewShares(
  set: ReadSet,
  { projectId, investors, valuations }: AffectedProject,
  touched: readonly Staged[],
): readonly string[] {
  const stored = holdingsOf(set, projectId).filter(({ investorId }) => valuations.size > 0 || investors.has(investorId))
  const written = touched.filter(
    ({ of: entity, after }) => entity === registry.investments && after['projectId'] === projectId,
  )
  return [...new Set([...stored.map(({ id }) => id), ...written.map(({ after }) => after.id)])]
}
