import type { PendingNotification, ServerRules, Written } from '#server/records/rows/entity-rules.ts'

function notificationsFor({ before, after }: Written<'commissions'>): PendingNotification[] {
  if (before || !after || after.agreementId === null) return []
  const subject = { entity: 'commissions', id: after.id } as const
  return [{ to: { all: 'STAFF' }, kind: 'COMMISSION_DUE', subject, url: '/commissions' }]
}

export const commissionRules: ServerRules<'commissions'> = {
  notificationsFor,
}
