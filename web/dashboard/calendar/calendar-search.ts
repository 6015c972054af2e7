// The filters of the calendar, in its address.
import { type Upcoming, type UpcomingKind, upcomingKinds } from '#schema/portfolio/upcoming.ts'
import { addressText, present } from '#web/ui/search/list-search.ts'

export interface CalendarSearch {
  /** Joined by commas. */
  readonly kind?: string
  readonly projectId?: string
  readonly investorId?: string
}

export const readCalendarSearch = (input: Record<string, unknown>): CalendarSearch =>
  present<Required<CalendarSearch>>({
    kind: addressText(input['kind']),
    projectId: addressText(input['projectId']),
    investorId: addressText(input['investorId']),
  })

export const kindsIn = ({ kind = '' }: CalendarSearch): readonly UpcomingKind[] => {
  const words = kind.split(',')
  return upcomingKinds.filter((each) => words.includes(each))
}

export function matches(search: CalendarSearch): (upcoming: Upcoming) => boolean {
  const kinds = kindsIn(search)
  const { projectId, investorId } = search
  return (each) =>
    (kinds.length === 0 || kinds.includes(each.kind)) &&
    (projectId === undefined || each.projectId === projectId) &&
    (investorId === undefined || each.investorId === investorId)
}
