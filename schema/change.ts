// What device and server must understand alike of a change: when a value is the same, which fields an update is about, and
// whether a change builds on something that was refused.
import { canonicalJson } from './canonical-json.ts'
import { groupOf } from './entity.ts'
import type { Operation } from './protocol.ts'
import { entityNamed } from './registry.ts'

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** Whether two values of a field are the same; a missing one is null, and the order of an object's members says nothing. */
export const isSame = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) || (isObject(a) && isObject(b) && canonicalJson(a) === canonicalJson(b))

/** The fields with all that merge together with them. */
export function withGroups(entity: string, fields: readonly string[]): readonly string[] {
  const of = entityNamed(entity)
  return of ? [...new Set(fields.flatMap((field) => groupOf(of, field)))] : fields
}

type Touching = Pick<Operation, 'op' | 'entity' | 'id'> & { readonly fields?: Readonly<Record<string, unknown>> }

/** The fields that an update is about: those that it changes, with all that merge together with them. */
export const touchedFields = ({ op, entity, fields = {} }: Touching): readonly string[] =>
  op === 'update' ? withGroups(entity, Object.keys(fields)) : []

/** What of earlier changes did not come to be. */
export interface Refused {
  /** The ids of rows that are not there. */
  readonly rows: Set<string>
  /** Fields whose value is not what whoever made a later change thought. */
  readonly fields: Set<string>
}

const keyOf = ({ entity, id }: Touching, field: string): string => `${entity} ${id} ${field}`

/** These fields of the operation, with all that merge together with them, are not as it wanted them. */
export function refuseFields({ fields }: Refused, operation: Touching, names: readonly string[]): void {
  for (const field of withGroups(operation.entity, names)) fields.add(keyOf(operation, field))
}

/** Whether the operation is about a row or a field that is not what its maker thought. */
export const buildsOnRefused = ({ rows, fields }: Refused, operation: Touching): boolean =>
  rows.has(operation.id) || touchedFields(operation).some((field) => fields.has(keyOf(operation, field)))
