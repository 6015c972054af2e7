import { isLive } from '#server/records/rows/stored-row.ts'
import type { PendingNotification, ServerRules, Stored, Written } from '#server/records/rows/entity-rules.ts'
import { knownFromLinks, resendKnownRows } from '#server/records/rows/known-from.ts'

const notifiedFields = ['amount', 'currency', 'status', 'investmentDate', 'redemptionDate'] as const

/** Deletes notify nobody: they are corrections. A real end is an exit. */
function notificationsFor({ row, before, after }: Written<'investments'>): PendingNotification[] {
  if (!after || (before && notifiedFields.every((field) => before[field] === after[field]))) return []
  const kind = before ? 'INVESTMENT_CHANGED' : 'INVESTMENT_NEW'
  const subject = { entity: 'investments', id: row.id } as const
  return [{ to: { investorId: row.investorId }, kind, subject, url: '/investments' }]
}

export const investmentRules: ServerRules<'investments'> = {
  collectReads(reads, { before, after }, set) {
    const projectId = after['projectId'] as string
    if (isLive(before) !== isLive(after) && set.peek('projects', projectId)?.['isVisibleToInvestors'] === false)
      for (const link of knownFromLinks('projects')) reads.children(link, projectId)
  },

  derive(set, row) {
    const project = set.peek('projects', row.projectId) as Stored<'projects'> | undefined
    return { ...row, projectName: project?.name ?? null, projectCurrency: project?.currency ?? null }
  },

  deriveFrom: { projectId: ['name', 'currency'] },

  /** Resends an investor's rows when they gain or lose the holding that lets them see a hidden project's name. */
  async updateDependents(set, { row, before, after }) {
    if ((before === null) === (after === null) && before?.investorId === after?.investorId) return
    const project = await set.get('projects', row.projectId)
    if (project && !project['isVisibleToInvestors']) await resendKnownRows(set, 'projects', project.id)
  },
  notificationsFor,
}
