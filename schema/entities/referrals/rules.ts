import type { Rules } from '#schema/kernel/entity-rules.ts'
import type { Pause } from './entity.ts'
import type { Row } from '#schema/registry.ts'

type Paused = Pick<Row<'referrals'>, 'inactiveFrom' | 'activeFrom' | 'earlierPauses'>

/** Oldest first, without those that began and ended on one day. */
export function pausesOf({ inactiveFrom, activeFrom, earlierPauses }: Paused): readonly Pause[] {
  const earlier = Array.isArray(earlierPauses) ? (earlierPauses as readonly Pause[]) : []
  const finished: readonly Pause[] = activeFrom === null ? earlier : [...earlier, [inactiveFrom, activeFrom]]
  return finished.filter(hasDays)
}

const hasDays = ([from, to]: Pause): boolean => from === null || from < to

export const referralRules: Rules<'referrals'> = {
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
