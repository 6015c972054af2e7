import { useDates } from './use-dates.ts'

export const Moment = ({ at }: { readonly at: string }) => (
  <time dateTime={at}>
    <bdi>{useDates().moment(Date.parse(at))}</bdi>
  </time>
)
