// The details are sent as the text that was hashed.
import { insertGivenSql, jsonRows } from '#server/db/tables/given-rows.ts'
import type { LinkedEntry } from './audit-chain.ts'

const columns = 'id, user_id, action, entity_type, entity_id, details, "timestamp", place, key_id, hash, previous_hash'
const values =
  'r.id, r."userId", r.action, r."entityType", r."entityId", r.details, r."timestamp", r.place, r."keyId", r.hash, r."previousHash"'
const record =
  'id uuid, "number" bigint, "userId" uuid, action text, "entityType" text, "entityId" uuid, details jsonb, "timestamp" timestamptz, place int, "keyId" text, hash text, "previousHash" text'
const rows = jsonRows('$2', 'r', record)

export const insertAuditSql = insertGivenSql(
  'audit_logs',
  `${columns}, n, created_at, updated_at, created_by`,
  `${values}, r."number", r."timestamp", r."timestamp", r."userId"`,
  rows,
)

export const insertEventsSql = insertGivenSql('audit_events', columns, values, rows)

export const textOfRows = (entries: readonly LinkedEntry[]): string => `[${entries.map(textOf).join()}]`

function textOf(entry: LinkedEntry): string {
  const { id, number, userId, action, entityType, entityId, timestamp, place, keyId, hash, previousHash } = entry
  const row = { id, number, userId, action, entityType, entityId, timestamp, place, keyId, hash, previousHash }
  return `${JSON.stringify(row).slice(0, -1)},"details":${entry.detailsText}}`
}
