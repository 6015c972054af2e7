import { dateIn } from '#schema/money/dates.ts'
import { today } from './date-format.ts'
import { useDates } from './use-dates.ts'

export const Moment = ({ at }: { readonly at: string }) => (
  <time dateTime={at}>
    <bdi>{useDates().moment(Date.parse(at))}</bdi>
  </time>
)

export function ShortMoment({ at }: { readonly at: string }) {
  const { day, moment, timeZone } = useDates()
  const full = moment(Date.parse(at))
  return (
    <time dateTime={at} title={full}>
      <bdi>{dateIn(timeZone, new Date(at)) === today(timeZone) ? full : day(at)}</bdi>
    </time>
  )
}
