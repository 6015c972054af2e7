import type { PendingNotification, ServerRules, Written } from '#server/records/rows/entity-rules.ts'
import { knownFromLinks, resendKnownRows } from '#server/records/rows/known-from.ts'

function notificationsFor({ before, after }: Written<'projects'>): PendingNotification[] {
  if (!after?.isVisibleToInvestors || before?.isVisibleToInvestors) return []
  const subject = { entity: 'projects', id: after.id } as const
  return [{ to: { all: 'INVESTORS' }, kind: 'PROJECT_SHOWN', subject, url: '/' }]
}

export const projectRules: ServerRules<'projects'> = {
  collectReads(reads, { before, after }) {
    if (before && before['isVisibleToInvestors'] !== after['isVisibleToInvestors'])
      for (const link of knownFromLinks('projects')) reads.children(link, after.id)
  },
  async updateDependents(set, { before, after }) {
    if (before && after && before.isVisibleToInvestors !== after.isVisibleToInvestors)
      await resendKnownRows(set, 'projects', after.id)
  },
  notificationsFor,
}
