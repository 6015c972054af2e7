import { entity } from '#schema/kernel/entity.ts'
import { count, json, moment, text, user } from '#schema/kernel/field-types.ts'
import { byServer, optional } from '#schema/kernel/field-options.ts'
import { adminReads } from '#schema/kernel/access.ts'

export const auditOutcomes = ['done', 'refused', 'throttled', 'failed'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** See sync-server/records/actor.ts. */
export const actorKinds = ['person', 'job', 'system', 'import'] as const
export type ActorKind = (typeof actorKinds)[number]

/** One per operation, chained by hash; administrators read them online. */
export const auditLogs = entity({
  name: 'auditLogs',
  singular: 'audit entry',
  table: 'audit_logs',
  fields: {
    userId: byServer(optional(user())),
    action: byServer(text(100)),
    entityType: byServer(text(100)),
    entityId: byServer(optional(user())),
    details: byServer(json()),
    timestamp: byServer(moment()),
    /** Index in the firm's chain, from 1. */
    place: byServer(optional(count(2_147_483_647))),
    /** The key of `hash`; see sync-server/records/audit/audit-chain.ts. */
    keyId: byServer(optional(text(32))),
    /** Hash of the entry and the previous hash, so that removing or changing an entry breaks the chain. */
    hash: byServer(text(64)),
    previousHash: byServer(text(64)),
  },
  access: adminReads,
  indexed: ['entityId', 'place', 'timestamp'],
  replicate: 'never',
  hasActivity: false,
})
