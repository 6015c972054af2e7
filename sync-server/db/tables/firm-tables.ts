// What the server keeps of each firm besides its records: numbers, histories, verdicts, audit events, jobs, files, scopes.
import { sql } from 'drizzle-orm'
import { index, integer, json, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment, number } from './tables.ts'

/** The tenant's counter; its row lock makes the order of commits the order of numbers. */
export const tenantNumbers = pgTable('tenant_numbers', {
  tenantId: uuid('tenant_id').primaryKey(),
  number: number('n').notNull(),
  /** The end of the chain of audit entries: place and hash of the latest one, and the proof that it is the latest. */
  auditHash: text('audit_hash').notNull(),
  auditPlace: integer('audit_place').notNull().default(0),
  auditSeal: text('audit_seal').notNull().default(''),
  /** The mark of `n`, stored here as well so that it is read under the lock. */
  mark: text('mark').notNull().default(''),
  /**
   * The key that seals the firm's marks. It never changes, is never sent to anybody, and every copy of the data
   * contains it.
   */
  markKey: uuid('mark_key').notNull().defaultRandom(),
})

/** Every number that was taken, with the mark that distinguishes this history from a copy's. Kept for ever. */
export const marks = pgTable(
  'marks',
  { tenantId: uuid('tenant_id').notNull(), number: number('n').notNull(), mark: text('mark').notNull() },
  (t) => [primaryKey({ columns: [t.tenantId, t.number] })],
)

/** A firm's histories; the one with the highest ordinal is the present one. */
export const epochs = pgTable(
  'epochs',
  {
    tenantId: uuid('tenant_id').notNull(),
    ordinal: integer('ordinal').notNull(),
    id: text('id').notNull(),
    /** The counter's value when the epoch began. */
    began: number('began').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Until this moment devices send again what a backup lacked; null when they never had to. */
    recoversUntil: moment('recovers_until'),
    /** When recovery last began or ended: changes that other histories took before then have had their time. */
    recoveryAt: moment('recovery_at'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.ordinal] })],
)

/**
 * What people in each role may read on their devices, one row per migration that changed it; the same for all firms.
 */
export const readableNames = pgTable('readable_names', {
  ordinal: integer('ordinal').primaryKey(),
  /** The roles whose scopes begin anew with this row. */
  begins: text('begins').array().notNull(),
  /** Those of them that may read less than before. */
  narrows: text('narrows').array().notNull(),
  /** Of type json, which keeps the text exactly as it was written. */
  names: json('names').notNull(),
})

/** Sign-ins, refusals and jobs in the audit trail, in a chain of their own: see sync-server/records/audit/events.ts. */
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

/** The end of each firm's chain of events; its row lock makes one chain of what several nodes append. */
export const eventEnds = pgTable('event_ends', {
  tenantId: uuid('tenant_id').primaryKey(),
  place: integer('place').notNull(),
  hash: text('hash').notNull(),
  seal: text('seal').notNull(),
})

/** Every change that was ever judged, with its verdict. */
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

/** Questions that were asked under an Idempotency-Key: see sync-server/http/calls/idempotency-rows.ts. */
export const answers = pgTable(
  'answers',
  {
    tenantId: uuid('tenant_id').notNull(),
    key: uuid('key').notNull(),
    userId: uuid('user_id').notNull(),
    /** Of the question. */
    hash: text('hash').notNull(),
    /** Sealed; null while the question is being answered. */
    answer: text('answer'),
    until: moment('until').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.key] }), index('answers_until').on(t.tenantId, t.until)],
)

/** Work that is due later: see sync-server/jobs. */
export const jobs = pgTable(
  'jobs',
  {
    tenantId: uuid('tenant_id').notNull(),
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    payload: jsonb('payload').notNull().default({}),
    /** When the job is due; while it runs, the time after which it counts as abandoned; null when it is done. */
    runAt: moment('run_at'),
    /** Attempts since the last success. */
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    doneAt: moment('done_at'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.kind, t.key] }), index('jobs_run_at').on(t.tenantId, t.runAt)],
)

/** Every upload: while its bytes arrive, and as a version of its record's file once they are kept. */
export const files = pgTable(
  'files',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id').notNull(),
    entity: text('entity').notNull(),
    recordId: uuid('record_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** By which the person's devices know the file, if they said so: it is taken once, whoever of them sends it. */
    file: uuid('file'),
    fileName: text('file_name').notNull(),
    mimeType: text('mime_type').notNull(),
    size: integer('size').notNull(),
    /** As the device announced it, if it did, then as it is. */
    sha256: text('sha256'),
    /** As in schema/kernel/files.ts, but for NONE; WITHDRAWN when it ended without a file. */
    state: text('state').notNull(),
    /** Of the record's file, once the bytes are kept. */
    version: integer('version'),
    /** Why the bytes were refused. */
    issues: jsonb('issues'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('files_record').on(t.tenantId, t.recordId, t.version),
    index('files_created_at').on(t.tenantId, t.createdAt),
  ],
)

/** Changes that withdrawn devices handed in, for an administrator to take or drop: see sync-server/held-changes. */
export const heldChanges = pgTable(
  'held_changes',
  {
    tenantId: uuid('tenant_id').notNull(),
    /** The change's. */
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    device: text('device'),
    /** As it came, in JSON; null once it was taken or dropped. */
    change: text('change'),
    /** HELD, TAKEN, DROPPED. */
    state: text('state').notNull(),
    /** The latest verdict. */
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

/** Files that withdrawn devices handed in, for an administrator to take or drop: see sync-server/files/held-files.ts. */
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
    /** By which the person's devices know the file. */
    file: uuid('file').notNull(),
    fileName: text('file_name').notNull(),
    mimeType: text('mime_type').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    /** ARRIVING, HELD, TAKEN, DROPPED. */
    state: text('state').notNull(),
    /** Why it was not accepted when somebody last took it. */
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

/** A row that left an audience, so that the devices of that audience drop it. */
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

/** The number at which a person's scope last changed. */
export const scopes = pgTable(
  'scopes',
  {
    tenantId: uuid('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    began: number('began').notNull(),
    /** The highest number that a verdict told them while they were an investor. */
    told: number('told').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.userId] })],
)
