import { entity } from './entity.ts'
import {
  byServer,
  date,
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
import { staffAnd } from './viewer.ts'

export const valuations = entity({
  name: 'valuations',
  one: 'valuation',
  table: 'valuations',
  fields: {
    projectId: fixed(reference('projects')),
    nav: money(),
    valuationDate: fromToday(date()),
    notes: staffReads(optional(text(10_000))),
    /** Copied by the desk from the project: visible to every investor. */
    shown: nobodyReads(byServer(withDefault(flag(), false))),
  },
  access: staffAnd({ read: [{ shown: true }] }),
})
