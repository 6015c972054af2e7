import { entity } from './entity.ts'
import {
  byServer,
  date,
  decimal,
  fixed,
  flag,
  fromToday,
  money,
  nobodyReads,
  optional,
  reference,
  staffReads,
  text,
  withDefault,
} from './field.ts'
import { compare, divide } from './money.ts'
import { staffAnd } from './viewer.ts'

export const valuations = entity({
  name: 'valuations',
  one: 'valuation',
  table: 'valuations',
  fields: {
    projectId: fixed(reference('projects')),
    /** For staff alone: with the ratio it would tell everybody's total. */
    nav: staffReads(money()),
    valuationDate: fromToday(date()),
    /** NAV / what was paid in on or before the day, in the project's currency; null where that is nothing. */
    valueRatio: byServer(optional(decimal(22, 6, { min: '0' }))),
    notes: staffReads(optional(text(10_000))),
    /** Copied by the server from the project: visible to every investor. */
    shown: nobodyReads(byServer(withDefault(flag(), false))),
  },
  title: { via: 'projectId' },
  access: staffAnd({ read: [{ shown: true }] }),
})

interface Valuation {
  readonly id: string
  readonly nav: string
  readonly valuationDate: string
}

/** The one of the latest day; of one day the one that was made last. */
export const latestValuation = <V extends Valuation>(valuations: Iterable<V>): V | null => {
  let latest: V | null = null
  for (const each of valuations) if (!latest || isLater(each, latest)) latest = each
  return latest
}

/** Of one day, the one that was made later. */
export const isLater = (a: Valuation, b: Valuation): boolean =>
  a.valuationDate === b.valuationDate ? a.id > b.id : a.valuationDate > b.valuationDate

/** NAV / what is paid in, six decimals; null where nothing is. */
export const valueRatioOf = (nav: string, paidIn: string | undefined): string | null =>
  paidIn && compare(paidIn, '0') > 0 ? divide(nav, paidIn, 6) : null
