// What one written row brings with it: columns that the server keeps on it, and rows of other entities that follow.
import type { Entity } from '#schema/entity.ts'
import { completeValues, moved, sumMoves } from '#schema/derive.ts'
import { isPaidIn } from '#schema/investments.ts'
import { sum } from '#schema/money.ts'
import { entityNamed, registry } from '#schema/registry.ts'
import { latestValuation, valueRatioOf } from '#schema/valuations.ts'
import type { Values } from '#schema/parse.ts'
import { isStaff, type Viewer } from '#schema/viewer.ts'
import { isLive, type StoredRow } from './stored-row.ts'
import type { WorkingSet } from './working-set.ts'

const investmentsOf = { entity: 'investments', field: 'projectId' } as const
const valuationsOf = { entity: 'valuations', field: 'projectId' } as const
const cashFlowsOf = { entity: 'cashFlows', field: 'projectId' } as const
const documentsOf = { entity: 'documents', field: 'projectId' } as const

/** A document that an investor makes for nobody is of their own record; which, they say where they have several. */
export function ownerOf(of: Entity, viewer: Viewer, values: Values): { readonly investorId?: string } | 'several' {
  if (of.name !== 'documents' || isStaff(viewer) || values['investorId'] !== null) return {}
  const [investorId, ...others] = viewer.investorIds
  if (others.length) return 'several'
  return investorId ? { investorId } : {}
}

/** Sets what the server keeps on the row itself before it is saved. */
export async function complete(set: WorkingSet, viewer: Viewer, of: Entity, row: StoredRow): Promise<StoredRow> {
  const project = typeof row['projectId'] === 'string' ? await set.get('projects', row['projectId']) : null
  const completed = completeValues(of.name, row, (entity, id) => set.peek(entity, id)) as StoredRow
  if (of.name === 'investments') return { ...completed, projectName: project?.['name'] ?? null }
  if (of.name === 'valuations') return { ...completed, shown: project?.['isVisibleToInvestors'] ?? false }
  if (of.name === 'documents') {
    const shown = isForInvestors(completed) && (project?.['isVisibleToInvestors'] ?? false)
    return { ...completed, shown, uploadedBy: row['uploadedBy'] ?? viewer.userId }
  }
  if (of.name === 'opportunities') return { ...completed, sharedBy: row['sharedBy'] ?? viewer.userId }
  return completed
}

/** A document of a project that is meant for whoever sees the project; one investor's is theirs alone. */
const isForInvestors = (document: StoredRow): boolean =>
  document['investorId'] === null && document['audience'] === 'INVESTORS'

/** Stages a written row and all that follows from it. */
export async function stageWithConsequences(
  set: WorkingSet,
  of: Entity,
  before: StoredRow | null,
  after: StoredRow,
): Promise<void> {
  set.stage(of, after)
  const [was, is] = [isLive(before) ? before : null, isLive(after) ? after : null]
  await moveSums(set, of, was, is)
  if (of.name === 'projects' && was && is) await followProject(set, was, is)
  if (of.name === 'investments' && (was === null) !== (is === null)) await retellReferences(set, after)
}

/** What investors have of a project that is hidden from them names it while they hold something in it, and not otherwise. */
async function retellReferences(set: WorkingSet, { projectId }: StoredRow): Promise<void> {
  const project = await set.get('projects', projectId as string)
  if (project && !project['isVisibleToInvestors']) await restageOwn(set, project.id)
}

/** They are sent again, as they are read now. */
async function restageOwn(set: WorkingSet, projectId: string): Promise<void> {
  for (const link of [documentsOf, cashFlowsOf])
    for (const row of await set.children(link, projectId))
      if (row['investorId'] !== null) set.stage(entityNamed(link.entity)!, row)
}

async function moveSums(set: WorkingSet, of: Entity, was: StoredRow | null, is: StoredRow | null): Promise<void> {
  const either = is ?? was
  if (of.name !== 'investments' || !either) return
  await set.get('projects', either['projectId'] as string)
  await set.get('investors', either['investorId'] as string)
  for (const move of sumMoves(of.name, was, is, (entity, id) => set.peek(entity, id))) {
    const row = set.peek(move.entity, move.id)
    if (row) set.stage(entityNamed(move.entity)!, { ...row, [move.field]: moved(row[move.field], move) })
  }
}

async function followProject(set: WorkingSet, was: StoredRow, is: StoredRow): Promise<void> {
  if (was['name'] !== is['name']) {
    for (const row of await set.children(investmentsOf, is.id))
      set.stage(registry.investments, { ...row, projectName: is['name'] })
  }
  if (was['isVisibleToInvestors'] !== is['isVisibleToInvestors']) {
    const shown = is['isVisibleToInvestors']
    for (const row of await set.children(valuationsOf, is.id)) set.stage(registry.valuations, { ...row, shown })
    await restageOwn(set, is.id)
    for (const row of await set.children(documentsOf, is.id)) {
      set.stage(registry.documents, { ...row, shown: shown === true && isForInvestors(row) })
    }
  }
  if (was['currency'] !== is['currency']) await sumAnew(set, is)
}

/** A project's sums are in its own currency: when that changes, they are added up again. */
async function sumAnew(set: WorkingSet, project: StoredRow): Promise<void> {
  let row: StoredRow = { ...project, raisedAmount: '0.00', actualTotalInvested: '0.00' }
  for (const investment of await set.children(investmentsOf, project.id)) {
    for (const move of sumMoves('investments', null, investment, () => row)) {
      if (move.entity === 'projects') row = { ...row, [move.field]: moved(row[move.field], move) }
    }
  }
  set.stage(registry.projects, row)
}

/** The projects whose value ratios the staged rows may have changed. */
function projectsToValue(set: WorkingSet): Set<string> {
  const projects = new Set<string>()
  for (const { of, before, after } of set.staged()) {
    if (of.name === 'investments' || of.name === 'valuations') projects.add(after['projectId'] as string)
    const differs = (column: string) => before !== null && before[column] !== after[column]
    if (of.name === 'projects' && (differs('actualTotalInvested') || differs('currency'))) projects.add(after.id)
  }
  return projects
}

/** On each live investment the latest NAV / what is paid in to the project; on each valuation its own, by its day. */
export async function renewValueRatios(set: WorkingSet): Promise<void> {
  for (const projectId of projectsToValue(set)) {
    const valuations = await set.children(valuationsOf, projectId)
    const isValued =
      valuations.length > 0 ||
      set.staged().some(({ of, after }) => of.name === 'valuations' && after['projectId'] === projectId)
    if (!isValued) continue
    const project = await set.get('projects', projectId)
    const investments = await set.children(investmentsOf, projectId)
    const latest = latestValuation(valuations as StoredValuation[])
    const valueRatio = latest && valueRatioOf(latest.nav, project?.['actualTotalInvested'] as string | undefined)
    for (const row of investments) {
      if (row['valueRatio'] !== valueRatio) set.stage(registry.investments, { ...row, valueRatio })
    }
    const paidIn = investments.filter(
      (row) => row['currency'] === project?.['currency'] && isPaidIn(row['status'] as string),
    )
    for (const row of valuations as StoredValuation[]) {
      const earlier = paidIn.filter((each) => (each['investmentDate'] as string) <= row.valuationDate)
      const ownRatio = valueRatioOf(row.nav, sum(earlier.map((each) => each['amount'] as string)))
      if (row['valueRatio'] !== ownRatio) set.stage(registry.valuations, { ...row, valueRatio: ownRatio })
    }
  }
}

type StoredValuation = StoredRow & { readonly nav: string; readonly valuationDate: string }
