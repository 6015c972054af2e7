import { entity } from './entity.ts'
import { commissionFrequencies } from './enumerations.ts'
import { choice, decimal, fixed, reference } from './field.ts'
import { staffAnd } from './viewer.ts'

/** The agreement with a referral contact: a rate on a project's investments. What is due and paid is `commissions`. */
export const referralCommissions = entity({
  name: 'referralCommissions',
  one: 'referral commission',
  table: 'referral_commissions',
  fields: {
    referralId: fixed(reference('referrals')),
    projectId: reference('projects'),
    commissionPercentage: decimal(5, 2, { above: '0', max: '100' }),
    frequency: choice(commissionFrequencies),
  },
  access: staffAnd(),
  groups: [['commissionPercentage', 'frequency']],
})
