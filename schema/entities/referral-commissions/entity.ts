import { entity } from '#schema/kernel/entity.ts'
import { commissionFrequencies } from '#schema/kernel/enumerations.ts'
import { choice, reference, share } from '#schema/kernel/field-types.ts'
import { fixed, required } from '#schema/kernel/field-options.ts'
import { staffAnd } from '#schema/kernel/access.ts'

/** What is due and paid is `commissions`. */
export const referralCommissions = entity({
  name: 'referralCommissions',
  singular: 'referral commission',
  table: 'referral_commissions',
  fields: {
    referralId: fixed(reference('referrals', { onDelete: 'cascade' })),
    projectId: required(reference('projects', { onDelete: 'cascade' }), 'allRequired'),
    commissionPercentage: required(share(), 'allRequired'),
    frequency: choice(commissionFrequencies),
  },
  title: { via: 'referralId' },
  access: staffAnd(),
  groups: [['commissionPercentage', 'frequency']],
  identity: ['frequency'],
})
