import type { PendingNotification, ServerRules, Written } from '#server/records/rows/entity-rules.ts'
import { resendKnownRows } from '#server/records/rows/known-from.ts'

function notificationsFor({ was, is }: Written<'projects'>): PendingNotification[] {
  if (!is?.isVisibleToInvestors || was?.isVisibleToInvestors) return []
  const about = { entity: 'projects', id: is.id } as const
  return [{ to: { all: 'INVESTORS' }, kind: 'PROJECT_SHOWN', about, url: '/' }]
}

export const projectRules: ServerRules<'projects'> = {
  async follow(set, { was, is }) {
    if (was && is && was.isVisibleToInvestors !== is.isVisibleToInvestors) await resendKnownRows(set, 'projects', is.id)
  },
  notificationsFor,
}
