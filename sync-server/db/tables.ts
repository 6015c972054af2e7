// Drizzle tables built from entities: drizzle-kit reads them to generate the migrations, whose SQL is committed.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  json,
  jsonb,
  numeric,
  type PgColumnBuilderBase,
  pgSchema,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { type Entity, snakeCase } from '#schema/entity.ts'
import type { Field } from '#schema/field.ts'
import { entities } from '#schema/registry.ts'
import { audienceColumns, personColumns, sinceColumn } from './audiences.ts'

export const directory = pgSchema('directory')

/** Deletes are soft, so uniqueness is required of live rows only. */
const isLive = sql`deleted_at is null`

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'string', precision: 3 })
const number = (name: string) => bigint(name, { mode: 'number' })

function columnOf(name: string, { storage, nullable, default: value }: Field): PgColumnBuilderBase {
  const build = () => {
    switch (storage.kind) {
      case 'flag':
        return boolean(name)
      case 'integer':
        return integer(name)
      case 'decimal':
        return numeric(name, { precision: storage.precision, scale: storage.scale })
      case 'date':
        return date(name, { mode: 'string' })
      case 'moment':
        return moment(name)
      case 'reference':
      case 'user':
        return uuid(name)
      case 'json':
        return jsonb(name)
      default:
        return text(name)
    }
  }
  const column = value === undefined || typeof value === 'object' ? build() : build().default(value as never)
  return nullable ? column : column.notNull()
}

const fieldColumns = (of: Entity): Record<string, PgColumnBuilderBase> =>
  Object.fromEntries(Object.entries(of.fields).map(([name, field]) => [name, columnOf(snakeCase(name), field)]))

const stamps = () => ({
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  number: number('n').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  createdBy: uuid('created_by'),
  deletedAt: moment('deleted_at'),
  deletedIn: uuid('deleted_in'),
  /** On a deleted row: [entity, id, field] of each reference to it that its delete emptied, for a restore to fill again. */
  emptied: jsonb('emptied'),
})

function tenantTable(of: Entity) {
  const since = audienceColumns(of).map(
    (column) => [sinceColumn(column), number(snakeCase(sinceColumn(column)))] as const,
  )
  return pgTable(of.table, { ...stamps(), ...fieldColumns(of), ...Object.fromEntries(since) }, (t) => {
    const on = (name: string) => t[name as 'id']
    const readers = [...audienceColumns(of), ...personColumns(of)]
    const references = Object.keys(of.fields).filter((name) => of.fields[name]!.storage.kind === 'reference')
    // The index by which readers find rows begins with these columns already.
    const found = [...references, ...of.indexed].filter((name) => !readers.includes(name))
    return [
      primaryKey({ columns: [t.tenantId, t.id] }),
      index(`${of.table}_n`).on(t.tenantId, t.number),
      index(`${of.table}_deleted_in`)
        .on(t.tenantId, t.deletedIn)
        .where(sql`deleted_in is not null`),
      ...found.map((name) => index(`${of.table}_${snakeCase(name)}`).on(t.tenantId, on(name))),
      ...readers.map((name) => index(`${of.table}_${snakeCase(name)}_n`).on(t.tenantId, on(name), t.number)),
      ...of.unique.map((names) =>
        uniqueIndex(`${of.table}_${names.map(snakeCase).join('_')}_unique`)
          .on(t.tenantId, ...names.map(on))
          .where(isLive),
      ),
    ]
  })
}

function directoryTable(of: Entity) {
  const columns = {
    id: uuid('id').primaryKey(),
    tenantId: uuid('tenant_id').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    ...fieldColumns(of),
  }
  return directory.table(of.table, columns, (t) =>
    of.unique.map((names) => {
      const [first, ...rest] = names.map((name) => t[name as 'id'])
      return uniqueIndex(`${of.table}_${names.map(snakeCase).join('_')}_unique`).on(first!, ...rest)
    }),
  )
}

export const tableOf = (of: Entity) => (of.home === 'tenant' ? tenantTable(of) : directoryTable(of))

export const entityTables = Object.fromEntries(entities.map((of) => [of.name, tableOf(of)]))

/** The firms. Several may have one name: none learns of another by it. */
export const tenants = directory.table('tenants', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  createdAt: moment('created_at').notNull(),
  /** True only for a firm that the demo's seed made; a name proves nothing, because any firm can have it. */
  isDemo: boolean('is_demo').notNull().default(false),
  /** The currency of the firm's own figures. */
  baseCurrency: text('base_currency').notNull().default('USD'),
  /** What else its administrators set: see schema/tenants.ts. */
  allowedDomains: text('allowed_domains'),
  leaseDays: integer('lease_days').notNull().default(0),
  requiresSecondFactor: boolean('requires_second_factor').notNull().default(false),
  oidcIssuer: text('oidc_issuer'),
  oidcClientId: text('oidc_client_id'),
  oidcClientSecretEncrypted: text('oidc_client_secret_encrypted'),
})

/** Failed attempts to sign in, by hashes of whose they are and where they came from: see sync-server/auth/counters.ts. */
export const signInAttempts = directory.table('sign_in_attempts', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  /** When the next attempt may be made. */
  freeAt: moment('free_at').notNull(),
  /** When the failures no longer count. */
  forgetAt: moment('forget_at').notNull(),
})

/** Whose import runs, on whatever node; a row that is not renewed is one of a node that has stopped. */
export const importTurns = directory.table('import_turns', {
  userId: uuid('user_id').primaryKey(),
  tenantId: uuid('tenant_id').notNull(),
  until: moment('until').notNull(),
})

/** The cluster, timeline and database in which this data was last started: a single row. */
export const home = directory.table('home', { place: text('place').primaryKey() })

/** Acts whose change stands and which the firm's audit trail does not tell yet: see records/directory-acts.ts. */
export const acts = directory.table(
  'acts',
  {
    id: uuid('id').primaryKey(),
    tenantId: uuid('tenant_id').notNull(),
    noted: text('noted').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [index('acts_tenant_id_at').on(t.tenantId, t.at)],
)

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

/** Sign-ins, refusals and jobs in the audit trail, in a chain of their own: see sync-server/records/events.ts. */
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
    fileName: text('file_name').notNull(),
    mimeType: text('mime_type').notNull(),
    size: integer('size').notNull(),
    /** As the device announced it, if it did, then as it is. */
    sha256: text('sha256'),
    /** As in schema/files.ts, but for NONE; WITHDRAWN when it ended without a file. */
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
