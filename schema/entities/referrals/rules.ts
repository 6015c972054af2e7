import type { Rules } from '#schema/kernel/noun-rules.ts'
import type { Pause } from './entity.ts'
import type { Row } from '#schema/registry.ts'

type Paused = Pick<Row<'referrals'>, 'inactiveFrom' | 'activeFrom' | 'earlierPauses'>

/** The pauses of a contact that are over, oldest first, without those that began and ended on one day. */
export function pausesOf({ inactiveFrom, activeFrom, earlierPauses }: Paused): readonly Pause[] {
  const earlier = Array.isArray(earlierPauses) ? (earlierPauses as readonly Pause[]) : []
  const over: readonly Pause[] = activeFrom === null ? earlier : [...earlier, [inactiveFrom, activeFrom]]
  return over.filter(hasDays)
}

/** So that there is at most one for each day, however often somebody changes their mind. */
const hasDays = ([from, to]: Pause): boolean => from === null || from < to

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
