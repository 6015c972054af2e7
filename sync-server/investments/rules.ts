import type { ServerRules } from '../records/noun-rules.ts'
import { retellKnown } from '../records/retell-known.ts'

const valuationsOf = { entity: 'valuations', field: 'projectId' } as const

export const investmentRules: ServerRules<'investments'> = {
  prefetch: (set, wanted) => set.loadChildren(valuationsOf, wanted('projects')),

  complete: (set, row) => ({ ...row, projectName: (set.peek('projects', row.projectId)?.['name'] as string) ?? null }),

  completeBy: { projectId: ['name'] },

  /** An investor's rows name a hidden project while they hold an investment in it: sends them again when that begins or ends. */
  async follow(set, { row, was, is }) {
    if ((was === null) === (is === null)) return
    const project = await set.get('projects', row.projectId)
    if (project && !project['isVisibleToInvestors']) await retellKnown(set, 'projects', project.id)
  },
}
