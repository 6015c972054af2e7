import { openSql } from '#server/db/postgres/open-sql.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { type Entity, snakeCase } from '#schema/kernel/entity.ts'
import type { Storage } from '#schema/kernel/field.ts'
import { entities } from '#schema/registry.ts'
import { createTestDatabase } from '#server/test/database.ts'

const { ownerUrl, drop } = await createTestDatabase()
const owner = openSql(ownerUrl)
afterAll(async () => {
  await owner.end()
  await drop()
})

const moment = 'timestamp(3) with time zone'

function typeOf(storage: Storage): string {
  switch (storage.kind) {
    case 'flag':
      return 'boolean'
    case 'decimal':
      return `numeric(${storage.precision},${storage.scale})`
    case 'moment':
      return moment
    case 'reference':
    case 'user':
      return 'uuid'
    case 'json':
      return 'jsonb'
    case 'integer':
    case 'date':
      return storage.kind
    default:
      return 'text'
  }
}

const isOfPerson = ({ access }: Entity, name: string): boolean =>
  typeof access.INVESTOR.read !== 'string' && access.INVESTOR.read.some((clause) => clause[name] === 'viewer.user')

const stamps: [string, string, boolean][] = [
  ['tenant_id', 'uuid', false],
  ['id', 'uuid', false],
  ['created_at', moment, false],
  ['updated_at', moment, false],
]
const tenantStamps: [string, string, boolean][] = [
  ['n', 'bigint', false],
  ['created_by', 'uuid', true],
  ['deleted_at', moment, true],
  ['deleted_in', 'uuid', true],
  ['emptied', 'jsonb', true],
]
const since: Record<string, string[]> = {
  projects: ['is_visible_to_investors_since'],
  investments: ['investor_id_since'],
  documents: ['shown_since', 'investor_id_since'],
  cashFlows: ['investor_id_since'],
  valuations: ['shown_since'],
  holdingValues: ['investor_id_since'],
  activities: ['shown_since', 'investor_id_since'],
  opportunities: ['investor_id_since'],
  investorConnections: ['requester_id_since', 'recipient_id_since'],
}

const expected = (entity: Entity): [string, string, boolean][] => [
  ...stamps,
  ...(entity.home === 'tenant' ? tenantStamps : []),
  ...Object.entries(entity.fields).map(([name, field]): [string, string, boolean] => [
    snakeCase(name),
    typeOf(field.storage),
    field.nullable,
  ]),
  ...(since[entity.name] ?? []).map((name): [string, string, boolean] => [name, 'bigint', true]),
]

describe('columns', () => {
  it.each(entities.map((entity) => [entity.name, entity] as const))(
    'of %s are those of the entity',
    async (_, entity) => {
      const found = await owner<{ name: string; type: string; nullable: boolean }[]>`
      select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where c.relname = ${entity.table} and n.nspname = ${entity.home === 'tenant' ? 'public' : 'directory'}
        and a.attnum > 0 and not a.attisdropped`
      const sorted = (rows: readonly [string, string, boolean][]) => rows.toSorted(([a], [b]) => (a < b ? -1 : 1))
      expect(sorted(found.map(({ name, type, nullable }) => [name, type, nullable]))).toEqual(sorted(expected(entity)))
    },
  )

  it('that the feed reads by number have their index', async () => {
    const found = await owner<{ table: string }[]>`
      select tablename as table from pg_indexes where schemaname = 'public' and indexdef ~ '\\(tenant_id, n\\)$'`
    const tables = entities.filter(({ home }) => home === 'tenant').map(({ table }) => table)
    expect(found.map(({ table }) => table)).toEqual(expect.arrayContaining(tables))
  })

  it('that name another row or a person have an index that begins with them', async () => {
    const found = await owner<{ table: string; definition: string }[]>`
      select tablename as table, indexdef as definition from pg_indexes where schemaname = 'public'`
    const begins = (table: string, column: string) =>
      found.some((each) => each.table === table && each.definition.includes(`(tenant_id, ${column}`))
    const pointing = entities
      .filter(({ home }) => home === 'tenant')
      .flatMap((entity) =>
        Object.entries(entity.fields)
          .filter(([name, { storage }]) => storage.kind === 'reference' || isOfPerson(entity, name))
          .map(([name]) => [entity.table, snakeCase(name)] as const),
      )
    expect(pointing.filter(([table, column]) => !begins(table, column))).toEqual([])
    expect(pointing).toEqual(
      expect.arrayContaining([
        ['notifications', 'user_id'],
        ['user_preferences', 'user_id'],
        ['document_signatures', 'signer_id'],
      ]),
    )
  })
})
