import type { Rules } from './noun-rules.ts'
import type { Pause } from './referrals.ts'
import type { Row } from './registry.ts'

type Paused = Pick<Row<'referrals'>, 'inactiveFrom' | 'activeFrom' | 'earlierPauses'>

/** The pauses of a contact that are over, oldest first. */
export function pausesOf({ inactiveFrom, activeFrom, earlierPauses }: Paused): readonly Pause[] {
  const earlier = Array.isArray(earlierPauses) ? (earlierPauses as readonly Pause[]) : []
  return activeFrom === null ? earlier : [...earlier, [inactiveFrom, activeFrom]]
}

export const referralRules: Rules<'referrals'> = {
  /** Notes when the contact became inactive and when they were active again, each time. */
  complete(contact, _read, { today }) {
    const { isActive, inactiveFrom, activeFrom } = contact
    const isPaused = inactiveFrom !== null && activeFrom === null
    if (isActive === !isPaused) return contact
    if (isActive) return { ...contact, activeFrom: today }
    const earlier = pausesOf(contact)
    return {
      ...contact,
      inactiveFrom: today,
      activeFrom: null,
      earlierPauses: earlier.length ? earlier : null,
    }
  },

  datedBy: ['isActive'],
}
