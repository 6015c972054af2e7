import classes from './calendar-day.module.css'
import { useDates } from './use-dates.ts'

export const CalendarDay = ({ date }: { readonly date: string }) => (
  <bdi className={classes['day']}>{useDates().date(date)}</bdi>
)

export const MomentDay = ({ at }: { readonly at: string }) => <bdi className={classes['day']}>{useDates().day(at)}</bdi>
