import { useDates } from './use-dates.ts'

/** A calendar date as this person reads it, in one piece. */
export const CalendarDay = ({ date }: { readonly date: string }) => <bdi dir="ltr">{useDates().date(date)}</bdi>
