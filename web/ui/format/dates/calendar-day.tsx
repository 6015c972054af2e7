import classes from './calendar-day.module.css'
import { useDates } from './use-dates.ts'

/** A calendar date as this person reads it, never broken across lines. */
export const CalendarDay = ({ date }: { readonly date: string }) => (
  <bdi className={classes['day']}>{useDates().date(date)}</bdi>
)

/** The day of a timestamp, in the same way. */
export const MomentDay = ({ at }: { readonly at: string }) => <bdi className={classes['day']}>{useDates().day(at)}</bdi>
