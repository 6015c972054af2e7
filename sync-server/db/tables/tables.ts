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
  /** [entity, id, field] of each reference that this delete emptied, for a restore. */
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
    // The readers' index begins with these columns already.
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
