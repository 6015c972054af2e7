import type { News, ServerRules, Written } from '../records/noun-rules.ts'

/**
 * The people of the record are told what they are asked to pay, and what is paid to them. A flow of nobody's record is
 * the project's own: only staff may read it, and nobody is told.
 */
function newsOf({ was, is }: Written<'cashFlows'>): News[] {
  if (was || !is || is.investorId === null) return []
  const kind = is.type === 'CAPITAL_CALL' ? 'CAPITAL_CALL' : 'DISTRIBUTION'
  const about = { entity: 'cashFlows', id: is.id } as const
  return [{ to: { investorId: is.investorId }, kind, about, url: '/investments' }]
}

export const cashFlowRules: ServerRules<'cashFlows'> = {
  newsOf,
}
