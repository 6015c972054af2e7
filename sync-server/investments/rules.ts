import type { ServerRules } from '../records/noun-rules.ts'
import { retellKnown } from '../records/retell-known.ts'

const valuationsOf = { entity: 'valuations', field: 'projectId' } as const

export const investmentRules: ServerRules<'investments'> = {
  prefetch: (set, wanted) => set.loadChildren(valuationsOf, wanted('projects')),

  complete: (set, row) => ({ ...row, projectName: (set.peek('projects', row.projectId)?.['name'] as string) ?? null }),

  completeBy: { projectId: ['name'] },

  /** What investors have of a project that is hidden from them names it while they hold something in it, and not otherwise. */
  async follow(set, { row, was, is }) {
    if ((was === null) === (is === null)) return
    const project = await set.get('projects', row.projectId)
    if (project && !project['isVisibleToInvestors']) await retellKnown(set, 'projects', project.id)
  },
}
