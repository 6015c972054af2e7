import { entity } from '#schema/kernel/entity.ts'
import { byServer, count, json, moment, optional, text, user } from '#schema/kernel/field.ts'
import { adminReads } from '#schema/kernel/viewer.ts'

/** How what an entry tells of ended; an entry that does not say it was done. */
export const auditOutcomes = ['done', 'refused', 'throttled', 'failed'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** Who acted: see sync-server/records/actor.ts. */
export const actorKinds = ['person', 'job', 'system', 'import'] as const
export type ActorKind = (typeof actorKinds)[number]

/** One entry per operation, written by the server, chained by hash; read online, by administrators. */
export const auditLogs = entity({
  name: 'auditLogs',
  one: 'audit entry',
  table: 'audit_logs',
  fields: {
    userId: byServer(optional(user())),
    action: byServer(text(100)),
    entityType: byServer(text(100)),
    entityId: byServer(optional(user())),
    details: byServer(json()),
    timestamp: byServer(moment()),
    /** The place in the firm's chain, from 1. */
    place: byServer(optional(count(2_147_483_647))),
    /** The key of `hash`; see sync-server/records/audit/audit-chain.ts. */
    keyId: byServer(optional(text(32))),
    /** Over the entry and the hash before it: removing or changing one breaks the chain. */
    hash: byServer(text(64)),
    previousHash: byServer(text(64)),
  },
  access: adminReads,
  indexed: ['entityId', 'place', 'timestamp'],
  replicate: 'never',
  hasActivity: false,
})
