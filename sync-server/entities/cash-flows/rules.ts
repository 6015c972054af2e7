import type { Issues } from '#schema/kernel/issues.ts'
import type { PendingNotification, ServerRules, Stored, Written } from '#server/records/rows/entity-rules.ts'
import type { ReadSet } from '#server/records/rows/working-set.ts'

/** A flow without an investor is for staff only. */
function notificationsFor({ before, after }: Written<'cashFlows'>): PendingNotification[] {
  if (before || !after || after.investorId === null) return []
  const kind = after.type === 'CAPITAL_CALL' ? 'CAPITAL_CALL' : 'DISTRIBUTION'
  const subject = { entity: 'cashFlows', id: after.id } as const
  return [{ to: { investorId: after.investorId }, kind, subject, url: '/investments' }]
}

async function checkHolding(set: ReadSet, flow: Stored<'cashFlows'>): Promise<Issues | undefined> {
  if (flow.investmentId === null) return undefined
  const holding = (await set.get('investments', flow.investmentId)) as Stored<'investments'> | null
  const isConsistent = holding?.projectId === flow.projectId && holding.investorId === flow.investorId
  return isConsistent ? undefined : { investmentId: { key: 'missing' } }
}

export const cashFlowRules: ServerRules<'cashFlows'> = {
  validateCreate: (set, _viewer, flow) => checkHolding(set, flow),
  validateUpdate: (set, _before, flow) => checkHolding(set, flow),
  notificationsFor,
}
