import type { EntityVerb } from '#schema/kernel/verb.ts'
import { verbNamed } from '#schema/verbs.ts'
import { writtenRows } from '#schema/records/derived-ids.ts'
import { isUuid, type Operation, operationKinds } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import { hashOf } from '#server/records/hash-of.ts'
import type { UnknownChange } from '#server/records/judge/outcome.ts'

export function unknownChange(id: string, ops: readonly unknown[]): UnknownChange | undefined {
  return ops.some(isUnknown) ? { id, hash: hashOf({ id, ops }), rows: rowsIn(id, ops) } : undefined
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

function rowsIn(changeId: string, ops: readonly unknown[]): readonly string[] {
  const operations = ops.map((each) => {
    const { op, id, seed } = (each ?? {}) as Readonly<Record<string, unknown>>
    return { op: op as Operation['op'], id: textIn(id) ?? '', seed: textIn(seed) }
  })
  return writtenRows({ id: changeId, ops: operations }).filter((row) => row !== '')
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && isUuid(value) ? value : undefined)
