import type { PendingNotification, ServerRules, Written } from '#server/records/rows/entity-rules.ts'

function notificationsFor({ was, is }: Written<'commissions'>): PendingNotification[] {
  if (was || !is || is.agreementId === null) return []
  const about = { entity: 'commissions', id: is.id } as const
  return [{ to: { all: 'STAFF' }, kind: 'COMMISSION_DUE', about, url: '/commissions' }]
}

export const commissionRules: ServerRules<'commissions'> = {
  notificationsFor,
}
