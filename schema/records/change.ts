import { canonicalJson } from '#schema/kernel/canonical-json.ts'
import { groupOf } from '#schema/kernel/entity.ts'
import { isUuid, type Operation } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import { includesRow } from './derived-ids.ts'

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** A missing value equals null; key order does not matter. */
export const isSame = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) || (isObject(a) && isObject(b) && canonicalJson(a) === canonicalJson(b))

export function withGroups(entity: string, fields: readonly string[]): readonly string[] {
  const definition = entityNamed(entity)
  return definition ? [...new Set(fields.flatMap((field) => groupOf(definition, field)))] : fields
}

export const rowsNamedIn = ({ id, fields = {} }: Pick<FieldOperation, 'id' | 'fields'>): readonly string[] =>
  [id, ...Object.values(fields).filter((value) => typeof value === 'string' && isUuid(value))] as string[]

type FieldOperation = Pick<Operation, 'op' | 'entity' | 'id'> & { readonly fields?: Readonly<Record<string, unknown>> }

/** The changed fields and those that merge with them. */
export const touchedFields = ({ op, entity, fields = {} }: FieldOperation): readonly string[] =>
  op === 'update' ? withGroups(entity, Object.keys(fields)) : []

export interface RefusedParts {
  /** Rows that do not exist, including those that refused acts would have created (`writtenRows`). */
  readonly rows: Set<string>
  /** Without the value that a later change assumed. */
  readonly fields: Set<string>
}

const keyOf = ({ entity, id }: FieldOperation, field: string): string => `${entity} ${id} ${field}`

/** Records that these fields, and those that merge with them, were not written. */
export function refuseFields(
  { fields }: Pick<RefusedParts, 'fields'>,
  operation: FieldOperation,
  names: readonly string[],
): void {
  for (const field of withGroups(operation.entity, names)) fields.add(keyOf(operation, field))
}

export const buildsOnRefused = (refused: RefusedParts, operation: FieldOperation): boolean =>
  includesRow(refused.rows, operation.id) ||
  touchedFields(operation).some((field) => refused.fields.has(keyOf(operation, field)))
