import type { EntityVerb } from '#schema/kernel/verb.ts'
import { verbNamed } from '#schema/verbs.ts'
import { isUuid, operationKinds } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import { hashOf } from '#server/records/hash-of.ts'
import type { UnknownChange } from '#server/records/judge/outcome.ts'

export function unknownChange(id: string, ops: readonly unknown[]): UnknownChange | undefined {
  return ops.some(isUnknown) ? { id, hash: hashOf({ id, ops }), rows: ops.flatMap(rowOf) } : undefined
}

function isUnknown(op: unknown): boolean {
  const { op: kind, entity, verb, fields } = (op ?? {}) as Readonly<Record<string, unknown>>
  if (typeof kind !== 'string') return false
  if (kind !== 'act') return !operationKinds.includes(kind)
  if (typeof entity !== 'string' || typeof verb !== 'string') return false
  if (entityNamed(entity) === undefined) return false
  const known = verbNamed({ entity, verb })
  return known === undefined || hasUnknownInput(known, fields)
}

const hasUnknownInput = ({ input }: EntityVerb, fields: unknown): boolean =>
  typeof fields === 'object' && fields !== null && Object.keys(fields).some((name) => !Object.hasOwn(input, name))

function rowOf(op: unknown): readonly string[] {
  const { id } = (op ?? {}) as Readonly<Record<string, unknown>>
  return typeof id === 'string' && isUuid(id) ? [id] : []
}
