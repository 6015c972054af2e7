import { useDates } from './use-dates.ts'

/** A moment, as this person reads days and times. */
export const Moment = ({ at }: { readonly at: string }) => (
  <time dateTime={at}>
    <bdi>{useDates().moment(Date.parse(at))}</bdi>
  </time>
)
