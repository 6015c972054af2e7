import type { News, ServerRules, Stored, Written } from '#server/records/rows/noun-rules.ts'
import { retellKnown } from '#server/records/rows/known-from.ts'

const valuationsOf = { entity: 'valuations', field: 'projectId' } as const

const toldOf = ['amount', 'currency', 'status', 'investmentDate', 'redemptionDate'] as const

/**
 * The people of the record are told of a new investment, and of changes that matter to them. A deleted one is told to
 * nobody: it was a mistake, its name can no longer be read, and what really ends is an exit, which is a change.
 */
function notificationsFor({ row, was, is }: Written<'investments'>): News[] {
  if (!is || (was && toldOf.every((field) => was[field] === is[field]))) return []
  const kind = was ? 'INVESTMENT_CHANGED' : 'INVESTMENT_NEW'
  const about = { entity: 'investments', id: row.id } as const
  return [{ to: { investorId: row.investorId }, kind, about, url: '/investments' }]
}

export const investmentRules: ServerRules<'investments'> = {
  prefetch: (set, wanted) => set.loadChildren(valuationsOf, wanted('projects')),

  complete(set, row) {
    const project = set.peek('projects', row.projectId) as Stored<'projects'> | undefined
    return { ...row, projectName: project?.name ?? null, projectCurrency: project?.currency ?? null }
  },

  completeBy: { projectId: ['name', 'currency'] },

  /** An investor's rows name a hidden project while they hold an investment in it: sends them again when that begins or ends. */
  async follow(set, { row, was, is }) {
    if ((was === null) === (is === null)) return
    const project = await set.get('projects', row.projectId)
    if (project && !project['isVisibleToInvestors']) await retellKnown(set, 'projects', project.id)
  },
  notificationsFor,
}
