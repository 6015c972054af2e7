import { entity } from '#schema/kernel/entity.ts'
import { date, decimal, flag, money, reference, text } from '#schema/kernel/field-types.ts'
import {
  byServer,
  fixed,
  fromToday,
  neverExposed,
  optional,
  staffReads,
  withDefault,
} from '#schema/kernel/field-options.ts'
import { staffAnd } from '#schema/kernel/access.ts'

export const valuations = entity({
  name: 'valuations',
  singular: 'valuation',
  table: 'valuations',
  fields: {
    projectId: fixed(reference('projects', { onDelete: 'cascade' })),
    /** Staff only: with the ratio it would reveal the project's total to an investor. */
    nav: staffReads(money()),
    valuationDate: fromToday(date()),
    /** For apps of an earlier build: NAV / paid in by the day; null if nothing was paid in. */
    valueRatio: byServer(optional(decimal(22, 6, { min: '0' }))),
    notes: staffReads(optional(text(10_000))),
    /** Copied from the project: whether every investor may see it. */
    shown: neverExposed(byServer(withDefault(flag(), false))),
  },
  title: { via: 'projectId' },
  access: staffAnd({ read: [{ shown: true }] }),
})

interface Valuation {
  readonly id: string
  readonly valuationDate: string
}

/** Of several on the latest day, the one created last. */
export const latestValuation = <V extends Valuation>(valuations: Iterable<V>): V | null => {
  let latest: V | null = null
  for (const each of valuations) if (!latest || isLater(each, latest)) latest = each
  return latest
}

export const isLater = (a: Valuation, b: Valuation): boolean =>
  a.valuationDate === b.valuationDate ? a.id > b.id : a.valuationDate > b.valuationDate
