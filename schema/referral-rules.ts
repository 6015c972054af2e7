import type { Rules } from './noun-rules.ts'

export const referralRules: Rules<'referrals'> = {
  /** Notes when the contact became inactive and when they were active again. */
  complete(contact, _read, { today }) {
    const { isActive, inactiveFrom, activeFrom } = contact
    const isPaused = inactiveFrom !== null && activeFrom === null
    if (isActive === !isPaused) return contact
    return isActive ? { ...contact, activeFrom: today } : { ...contact, inactiveFrom: today, activeFrom: null }
  },

  datedBy: ['isActive'],
}
