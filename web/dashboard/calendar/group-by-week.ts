import { addDays, endOfWeek } from '#schema/money/dates.ts'
import { isOverdue, type Upcoming } from '#schema/portfolio/upcoming.ts'

export interface DueGroup {
  /** The Sunday on which the week ends; null before today. */
  readonly until: string | null
  readonly items: readonly Upcoming[]
}

/** Keeps the order. Weeks with nothing due are left out, and so is what has no date. */
export function groupByWeek(upcoming: readonly Upcoming[], today: string): readonly DueGroup[] {
  const dated = upcoming.filter(({ day }) => day !== null)
  const weeks = Map.groupBy(dated, (each) => (isOverdue(each, today) ? null : endOfWeek(each.day!)))
  return [...weeks].map(([until, items]) => ({ until, items }))
}

export const startOfWeek = (until: string): string => addDays(until, -6)
