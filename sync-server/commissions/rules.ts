import type { News, ServerRules, Written } from '../records/noun-rules.ts'

/** Staff are told of commissions that a run has found due. */
function newsOf({ was, is }: Written<'commissions'>): News[] {
  if (was || !is || is.agreementId === null) return []
  const params = { amount: is.amount, currency: is.currency }
  return [{ to: { all: 'STAFF' }, kind: 'COMMISSION_DUE', params, url: '/referrals' }]
}

export const commissionRules: ServerRules<'commissions'> = {
  afterCommit: async (deps, { actor }, written) => deps.tell?.(deps, actor, written.flatMap(newsOf)),
}
