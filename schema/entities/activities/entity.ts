import { entity } from '#schema/kernel/entity.ts'
import { changedValues, device, flag, ids, moment, reference, text, user } from '#schema/kernel/field-types.ts'
import { byServer, neverExposed, optional, staffReads, withDefault } from '#schema/kernel/field-options.ts'
import { staffReadAnd } from '#schema/kernel/access.ts'
import { ownInvestors } from '#schema/kernel/viewer.ts'

/** `import` stands for a whole file. */
export const actions = ['create', 'update', 'delete', 'restore', 'import'] as const

/** Written in the same transaction as the record. Devices of everyone who may read it keep it. */
export const activities = entity({
  name: 'activities',
  singular: 'activity',
  table: 'activities',
  fields: {
    at: byServer(moment()),
    userId: staffReads(byServer(optional(user()))),
    /** Devices do not store the firm's users. */
    by: staffReads(byServer(optional(text(255)))),
    /** As its session is called in the settings. Null for jobs, and for old rows. */
    device: staffReads(byServer(optional(device()))),
    /** Null for people, else the kind of actor: see sync-server/records/actor.ts. */
    source: staffReads(byServer(optional(text(20)))),
    action: byServer(text(50)),
    entityType: byServer(text(100)),
    entityId: byServer(user()),
    title: byServer(optional(text(255))),
    /** For a delete: the records that the deleted ones referred to. Null otherwise, and for old rows. */
    belongedTo: staffReads(byServer(optional(ids()))),
    /** What changed in fields that people set and all staff read. Null for old rows. */
    changes: staffReads(byServer(optional(changedValues()))),
    /** Copied from the record. The audience may shrink but never grows. */
    investorId: neverExposed(byServer(optional(reference('investors')))),
    shown: neverExposed(byServer(withDefault(flag(), false))),
  },
  personal: [
    { of: 'userId', fields: ['by', 'device'] },
    { of: 'entityId', fields: ['title'] },
  ],
  access: staffReadAnd([{ shown: true }, { investorId: ownInvestors }]),
  indexed: ['entityId'],
  recent: { by: 'at', days: 90 },
  audited: false,
  hasActivity: false,
})
