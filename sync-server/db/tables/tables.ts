// drizzle-kit generates the migrations from these.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
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
import { type Entity, snakeCase } from '#schema/kernel/entity.ts'
import type { Field } from '#schema/kernel/field.ts'
import { entities } from '#schema/registry.ts'
import { audienceColumns, personColumns, sinceColumn } from './audiences.ts'

export const directory = pgSchema('directory')

/** Deletes are soft, so uniqueness is required of live rows only. */
const isLive = sql`deleted_at is null`

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'string', precision: 3 })
export const number = (name: string) => bigint(name, { mode: 'number' })

/** Only documents the default: inserts name every column. */
function columnOf(name: string, { storage, nullable, unset, default: value = unset }: Field): PgColumnBuilderBase {
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
  // Each builder takes a default of its own type.
  const column = value === undefined || typeof value === 'object' ? build() : build().default(value as never)
  return nullable ? column : column.notNull()
}

const fieldColumns = (entity: Entity): Record<string, PgColumnBuilderBase> =>
  Object.fromEntries(Object.entries(entity.fields).map(([name, field]) => [name, columnOf(snakeCase(name), field)]))

const stamps = () => ({
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  number: number('n').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  createdBy: uuid('created_by'),
  deletedAt: moment('deleted_at'),
  deletedIn: uuid('deleted_in'),
  /** [entity, id, field] of each reference that this delete emptied, for a restore. */
  emptied: jsonb('emptied'),
})

function tenantTable(entity: Entity) {
  const since = audienceColumns(entity).map(
    (column) => [sinceColumn(column), number(snakeCase(sinceColumn(column)))] as const,
  )
  return pgTable(entity.table, { ...stamps(), ...fieldColumns(entity), ...Object.fromEntries(since) }, (t) => {
    const on = (name: string) => t[name as 'id']
    const readers = [...audienceColumns(entity), ...personColumns(entity)]
    const references = Object.keys(entity.fields).filter((name) => entity.fields[name]!.storage.kind === 'reference')
    // The readers' index begins with these columns already.
    const found = [...references, ...entity.indexed].filter((name) => !readers.includes(name))
    return [
      primaryKey({ columns: [t.tenantId, t.id] }),
      index(`${entity.table}_n`).on(t.tenantId, t.number),
      index(`${entity.table}_deleted_in`)
        .on(t.tenantId, t.deletedIn)
        .where(sql`deleted_in is not null`),
      ...found.map((name) => index(`${entity.table}_${snakeCase(name)}`).on(t.tenantId, on(name))),
      ...readers.map((name) => index(`${entity.table}_${snakeCase(name)}_n`).on(t.tenantId, on(name), t.number)),
      ...entity.unique.map((names) =>
        uniqueIndex(`${entity.table}_${names.map(snakeCase).join('_')}_unique`)
          .on(t.tenantId, ...names.map(on))
          .where(isLive),
      ),
    ]
  })
}

function directoryTable(entity: Entity) {
  const columns = {
    id: uuid('id').primaryKey(),
    tenantId: uuid('tenant_id').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    ...fieldColumns(entity),
  }
  return directory.table(entity.table, columns, (t) =>
    entity.unique.map((names) => {
      const [first, ...rest] = names.map((name) => t[name as 'id'])
      return uniqueIndex(`${entity.table}_${names.map(snakeCase).join('_')}_unique`).on(first!, ...rest)
    }),
  )
}

export const tableOf = (entity: Entity) => (entity.home === 'tenant' ? tenantTable(entity) : directoryTable(entity))

export const entityTables = Object.fromEntries(entities.map((entity) => [entity.name, tableOf(entity)]))
