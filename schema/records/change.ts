// What device and server must understand alike about a change: when two values are the same, which fields an update
// touches, and whether a change builds on something that was refused.
import { canonicalJson } from '#schema/kernel/canonical-json.ts'
import { groupOf } from '#schema/kernel/entity.ts'
import { isUuid, type Operation } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/**
 * Whether two values of a field are the same; a missing one counts as null, and the order of an object's members does
 * not matter.
 */
export const isSame = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) || (isObject(a) && isObject(b) && canonicalJson(a) === canonicalJson(b))

/** The fields together with those that merge with them. */
export function withGroups(entity: string, fields: readonly string[]): readonly string[] {
  const of = entityNamed(entity)
  return of ? [...new Set(fields.flatMap((field) => groupOf(of, field)))] : fields
}

/** The ids of the operation's own row and of those to which its fields refer. */
export const rowsNamedIn = ({ id, fields = {} }: Pick<Touching, 'id' | 'fields'>): readonly string[] =>
  [id, ...Object.values(fields).filter((value) => typeof value === 'string' && isUuid(value))] as string[]

type Touching = Pick<Operation, 'op' | 'entity' | 'id'> & { readonly fields?: Readonly<Record<string, unknown>> }

/** The fields that an update touches: those that it changes, and those that merge with them. */
export const touchedFields = ({ op, entity, fields = {} }: Touching): readonly string[] =>
  op === 'update' ? withGroups(entity, Object.keys(fields)) : []

/** What earlier changes did not achieve. */
export interface RefusedParts {
  /** The ids of rows that do not exist. */
  readonly rows: Set<string>
  /** Fields whose value is not the one that a later change assumed. */
  readonly fields: Set<string>
}

const keyOf = ({ entity, id }: Touching, field: string): string => `${entity} ${id} ${field}`

/** Notes that these fields of the operation, and those that merge with them, did not get the wanted values. */
export function refuseFields({ fields }: RefusedParts, operation: Touching, names: readonly string[]): void {
  for (const field of withGroups(operation.entity, names)) fields.add(keyOf(operation, field))
}

/** Whether the operation touches a row or a field that its author assumed wrongly. */
export const buildsOnRefused = ({ rows, fields }: RefusedParts, operation: Touching): boolean =>
  rows.has(operation.id) || touchedFields(operation).some((field) => fields.has(keyOf(operation, field)))
