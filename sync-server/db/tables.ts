// Drizzle tables from entities: drizzle-kit reads them to generate the migrations, whose SQL is committed.
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

/** Deletes are soft: what must be unique must be so among live rows. */
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
    // What readers find rows by has an index that begins with it already.
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

/** The firms; what is unique across them lives beside. */
export const tenants = directory.table('tenants', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull().unique(),
  createdAt: moment('created_at').notNull(),
  /** Made by the demo's seed: a name is anybody's. */
  isDemo: boolean('is_demo').notNull().default(false),
})

/** The cluster, timeline and database in which this data was last started: one row. */
export const home = directory.table('home', { place: text('place').primaryKey() })

/** The tenant's counter; its row lock makes commit order number order. */
export const tenantNumbers = pgTable('tenant_numbers', {
  tenantId: uuid('tenant_id').primaryKey(),
  number: number('n').notNull(),
  /** The hash of the latest audit entry. */
  auditHash: text('audit_hash').notNull(),
  /** The mark of `n`, here as well so that it is read under the lock. */
  mark: text('mark').notNull().default(''),
  /** With this the firm's marks are sealed. It never changes, is told to nobody, and comes back with every copy. */
  markKey: uuid('mark_key').notNull().defaultRandom(),
})

/** Every number that was taken, by whomever, with what tells this history from a copy's. Kept for ever. */
export const marks = pgTable(
  'marks',
  { tenantId: uuid('tenant_id').notNull(), number: number('n').notNull(), mark: text('mark').notNull() },
  (t) => [primaryKey({ columns: [t.tenantId, t.number] })],
)

/** The histories of a firm; the one with the highest ordinal is the present one. */
export const epochs = pgTable(
  'epochs',
  {
    tenantId: uuid('tenant_id').notNull(),
    ordinal: integer('ordinal').notNull(),
    id: text('id').notNull(),
    /** The counter when it began. */
    began: number('began').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Until when devices bring back what a backup lacked; null: they never had to. */
    recoversUntil: moment('recovers_until'),
    /** When that was last begun or ended: what other histories took before has had its time. */
    recoveryAt: moment('recovery_at'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.ordinal] })],
)

/** What people in each role may read on their devices, as every migration that changed it left it; of no firm. */
export const readableNames = pgTable('readable_names', {
  ordinal: integer('ordinal').primaryKey(),
  /** The roles whose scopes begin anew with it. */
  begins: text('begins').array().notNull(),
  /** Of these, the roles that read less. */
  narrows: text('narrows').array().notNull(),
  /** Of type json, which keeps the text as it was written. */
  names: json('names').notNull(),
})

/** Every change ever judged and what was decided. */
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
  (t) => [primaryKey({ columns: [t.tenantId, t.id] })],
)

/** What is to be done later: see sync-server/jobs. */
export const jobs = pgTable(
  'jobs',
  {
    tenantId: uuid('tenant_id').notNull(),
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    payload: jsonb('payload').notNull().default({}),
    /** When it is due; of one that was taken, when it counts as given up; null: it is done. */
    runAt: moment('run_at'),
    /** Since it last ended well. */
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    doneAt: moment('done_at'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.kind, t.key] }), index('jobs_run_at').on(t.tenantId, t.runAt)],
)

/** A row that left an audience, so that devices of that audience drop it. */
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

/** The number at which what a person may see last changed. */
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
