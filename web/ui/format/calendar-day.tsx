import { useDates } from './use-dates.ts'

/** A calendar date in this person's format, never broken across lines. */
export const CalendarDay = ({ date }: { readonly date: string }) => <bdi dir="ltr">{useDates().date(date)}</bdi>
