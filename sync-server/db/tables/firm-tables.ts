import { sql } from 'drizzle-orm'
import { index, integer, json, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment, number } from './tables.ts'

/** Its row lock makes commit order number order. */
export const tenantNumbers = pgTable('tenant_numbers', {
  tenantId: uuid('tenant_id').primaryKey(),
  number: number('n').notNull(),
  /** The highest number in a finished backup. */
  durable: number('durable').notNull().default(0),
  auditHash: text('audit_hash').notNull(),
  auditPlace: integer('audit_place').notNull().default(0),
  auditSeal: text('audit_seal').notNull().default(''),
  /** Read under the lock. */
  mark: text('mark').notNull().default(''),
  /** Seals checkpoint hashes. Never changes, never leaves the database. */
  markKey: uuid('mark_key').notNull().defaultRandom(),
})

export const marks = pgTable(
  'marks',
  { tenantId: uuid('tenant_id').notNull(), number: number('n').notNull(), mark: text('mark').notNull() },
  (t) => [primaryKey({ columns: [t.tenantId, t.number] })],
)

/** The highest ordinal is the current epoch. */
export const epochs = pgTable(
  'epochs',
  {
    tenantId: uuid('tenant_id').notNull(),
    ordinal: integer('ordinal').notNull(),
    id: text('id').notNull(),
    began: number('began').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Devices resend until then; null if they never had to. */
    recoversUntil: moment('recovers_until'),
    recoveryAt: moment('recovery_at'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.ordinal] })],
)

/** One row per migration that changed it. */
export const readableNames = pgTable('readable_names', {
  ordinal: integer('ordinal').primaryKey(),
  begins: text('begins').array().notNull(),
  /** Roles that may read less. */
  narrows: text('narrows').array().notNull(),
  /** Type json keeps the text as it was written. */
  names: json('names').notNull(),
})

export const auditEvents = pgTable(
  'audit_events',
  {
    tenantId: uuid('tenant_id').notNull(),
    place: integer('place').notNull(),
    id: uuid('id').notNull(),
    userId: uuid('user_id'),
    action: text('action').notNull(),
    entityType: text('entity_type').notNull(),
    entityId: uuid('entity_id'),
    details: jsonb('details').notNull(),
    timestamp: moment('timestamp').notNull(),
    keyId: text('key_id').notNull(),
    hash: text('hash').notNull(),
    previousHash: text('previous_hash').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.place] }),
    index('audit_events_timestamp').on(t.tenantId, t.timestamp),
    index('audit_events_entity_id').on(t.tenantId, t.entityId),
  ],
)

/** Its lock serializes nodes. */
export const eventEnds = pgTable('event_ends', {
  tenantId: uuid('tenant_id').primaryKey(),
  place: integer('place').notNull(),
  hash: text('hash').notNull(),
  seal: text('seal').notNull(),
})

export const verdicts = pgTable(
  'verdicts',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    hash: text('hash').notNull(),
    result: jsonb('result').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('verdicts_conflicts')
      .on(t.tenantId, t.id)
      .where(sql`result ? 'conflicts'`),
  ],
)

export const answers = pgTable(
  'answers',
  {
    tenantId: uuid('tenant_id').notNull(),
    key: uuid('key').notNull(),
    userId: uuid('user_id').notNull(),
    hash: text('hash').notNull(),
    /** Sealed; null while the request runs. */
    answer: text('answer'),
    until: moment('until').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.key] }), index('answers_until').on(t.tenantId, t.until)],
)

export const jobs = pgTable(
  'jobs',
  {
    tenantId: uuid('tenant_id').notNull(),
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    payload: jsonb('payload').notNull().default({}),
    /** When due; while running, when it counts as abandoned; null when done. */
    runAt: moment('run_at'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    doneAt: moment('done_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.kind, t.key] }),
    index('jobs_run_at').on(t.tenantId, t.runAt),
    index('jobs_due').on(t.runAt),
  ],
)

export const files = pgTable(
  'files',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id').notNull(),
    entity: text('entity').notNull(),
    recordId: uuid('record_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** The devices' own id, so that it is accepted once. */
    file: uuid('file'),
    fileName: text('file_name').notNull(),
    mimeType: text('mime_type').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256'),
    /** As in schema/kernel/files.ts, without NONE; WITHDRAWN if it ended without a file. */
    state: text('state').notNull(),
    version: integer('version'),
    issues: jsonb('issues'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('files_record').on(t.tenantId, t.recordId, t.version),
    index('files_created_at').on(t.tenantId, t.createdAt),
  ],
)

export const heldChanges = pgTable(
  'held_changes',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    device: text('device'),
    /** JSON as received; null once decided. */
    change: text('change'),
    /** HELD, TAKEN, DROPPED. */
    state: text('state').notNull(),
    verdict: jsonb('verdict'),
    decidedBy: uuid('decided_by'),
    decidedAt: moment('decided_at'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('held_changes_created_at').on(t.tenantId, t.createdAt, t.id),
    index('held_changes_session_id').on(t.tenantId, t.sessionId),
  ],
)

export const heldFiles = pgTable(
  'held_files',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id').notNull(),
    entity: text('entity').notNull(),
    recordId: uuid('record_id').notNull(),
    userId: uuid('user_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    device: text('device'),
    file: uuid('file').notNull(),
    fileName: text('file_name').notNull(),
    mimeType: text('mime_type').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    /** ARRIVING, HELD, TAKEN, DROPPED. */
    state: text('state').notNull(),
    refusal: jsonb('refusal'),
    decidedBy: uuid('decided_by'),
    decidedAt: moment('decided_at'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('held_files_file').on(t.tenantId, t.userId, t.file),
    index('held_files_created_at').on(t.tenantId, t.createdAt, t.id),
    index('held_files_session_id').on(t.tenantId, t.sessionId),
  ],
)

/** Tombstones: rows that left an audience. */
export const exits = pgTable(
  'exits',
  {
    tenantId: uuid('tenant_id').notNull(),
    audience: text('audience').notNull(),
    left: number('left_at').notNull(),
    entity: text('entity').notNull(),
    id: uuid('id').notNull(),
    entered: number('entered_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.audience, t.left, t.entity, t.id] })],
)

/** Where a person's scope last began. */
export const scopes = pgTable(
  'scopes',
  {
    tenantId: uuid('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    began: number('began').notNull(),
    /** The highest number of an investor's own verdicts. */
    told: number('told').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.userId] })],
)
