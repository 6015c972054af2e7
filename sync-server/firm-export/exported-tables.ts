import type { TransactionSql } from 'postgres'
import { type Entity, perEntity, snakeCase } from '#schema/kernel/entity.ts'
import { registry } from '#schema/registry.ts'
import { storedColumns, wireList } from '#server/db/tables/columns.ts'

/** The trail has files of its own. Push subscriptions are useless without their addresses, which are secret. */
const { auditLogs: _, pushSubscriptions: __, ...exported } = registry

export const exportedEntities: readonly Entity[] = Object.values(exported)

/** Secrets, sealed values, and addresses that anyone who knows them may use. */
const isLeftOut = ({ fields, home }: Entity, name: string): boolean => {
  const field = fields[name]
  if (!field) return false
  const { storage, sealed, isCapability, readers } = field
  if (storage.kind === 'secret' || sealed !== undefined || isCapability === true) return true
  // In the directory these are parts of the sign-in, such as recovery codes.
  return home === 'directory' && readers === 'nobody'
}

export const leftOutFields = perEntity((entity): readonly string[] =>
  Object.keys(entity.fields).filter((name) => isLeftOut(entity, name)),
)

const internal = /Since$/

/** As on the wire; `deletedAt` marks deleted rows. */
const columnsOf = perEntity((entity) => {
  const stored = storedColumns(entity).filter(({ name }) => !isLeftOut(entity, name))
  if (entity.home === 'tenant') return stored.filter(({ name }) => name in entity.fields || !internal.test(name))
  const absent = ['number', 'createdBy', 'deletedAt', 'deletedIn', 'emptied']
  return stored.filter(({ name }) => !absent.includes(name))
})

export const exportedNames = (entity: Entity): readonly string[] => columnsOf(entity).map(({ name }) => name)

const batchSize = 1_000

export async function* rowsOf(
  sql: TransactionSql,
  entity: Entity,
  tenantId: string,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const table = entity.home === 'tenant' ? entity.table : `directory.${entity.table}`
  const query = `select ${wireList(columnsOf(entity), 't')} from ${table} t where t.tenant_id = $1 order by t.id`
  for await (const rows of sql.unsafe(query, [tenantId]).cursor(batchSize)) yield* rows as Record<string, unknown>[]
}

export const firmFields = [
  'id',
  'name',
  'createdAt',
  'baseCurrency',
  'illustrativeGrowth',
  'allowedDomains',
  'leaseDays',
  'requiresSecondFactor',
  'oidcIssuer',
  'oidcClientId',
] as const

export async function* firmRow(
  sql: TransactionSql,
  tenantId: string,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const columns = firmFields.map((name) => `${snakeCase(name)} as "${name}"`).join(', ')
  yield* await sql.unsafe<Record<string, unknown>[]>(`select ${columns} from directory.tenants where id = $1`, [
    tenantId,
  ])
}
