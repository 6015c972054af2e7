import { entity } from '#schema/kernel/entity.ts'
import {
  byServer,
  flag,
  ids,
  moment,
  neverExposed,
  optional,
  reference,
  staffReads,
  text,
  user,
  withDefault,
} from '#schema/kernel/field.ts'
import { ownInvestors, staffReadAnd } from '#schema/kernel/viewer.ts'

/** What is done to records of every entity; `import` stands for a whole file, and its title is the file's name. */
export const actions = ['create', 'update', 'delete', 'restore', 'import'] as const

/**
 * What somebody did to a record, in words that the device of every reader may keep; written in the same transaction as
 * the change.
 */
export const activities = entity({
  name: 'activities',
  one: 'activity',
  table: 'activities',
  fields: {
    at: byServer(moment()),
    userId: staffReads(byServer(optional(user()))),
    /** The person's name at the time: devices do not keep the people of the firm. */
    by: staffReads(byServer(optional(text(255)))),
    /** One of `actions`, or a verb of the record's own entity. */
    action: byServer(text(50)),
    entityType: byServer(text(100)),
    entityId: byServer(user()),
    /** The record's name at the time; null when the record had no name. */
    title: byServer(optional(text(255))),
    /**
     * Of a delete, the records to which the deleted one, and what was deleted with it, referred, so that their history
     * tells of it: devices do not keep what is gone. Null before there were such, and for every other act.
     */
    belongedTo: staffReads(byServer(optional(ids()))),
    /**
     * Who else sees it, taken from the record when it was written: one investor, or all. The audience may shrink but
     * never grows.
     */
    investorId: neverExposed(byServer(optional(reference('investors')))),
    shown: neverExposed(byServer(withDefault(flag(), false))),
  },
  access: staffReadAnd([{ shown: true }, { investorId: ownInvestors }]),
  indexed: ['entityId'],
  recent: { by: 'at', days: 90 },
  audited: false,
  hasActivity: false,
})
