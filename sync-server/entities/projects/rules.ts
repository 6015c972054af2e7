import type { PendingNotification, ServerRules, Written } from '#server/records/rows/entity-rules.ts'
import { resendKnownRows } from '#server/records/rows/known-from.ts'

function notificationsFor({ before, after }: Written<'projects'>): PendingNotification[] {
  if (!after?.isVisibleToInvestors || before?.isVisibleToInvestors) return []
  const about = { entity: 'projects', id: after.id } as const
  return [{ to: { all: 'INVESTORS' }, kind: 'PROJECT_SHOWN', about, url: '/' }]
}

export const projectRules: ServerRules<'projects'> = {
  async follow(set, { before, after }) {
    if (before && after && before.isVisibleToInvestors !== after.isVisibleToInvestors)
      await resendKnownRows(set, 'projects', after.id)
  },
  notificationsFor,
}
