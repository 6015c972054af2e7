import type { Operation } from '#schema/sync/protocol.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { phoneIssues } from '#schema/kernel/phone.ts'
import { entityNamed } from '#schema/registry.ts'
import type { CommitResult } from './base/command.ts'
import type { Entry } from './outbox/outbox-entry.ts'
import { makeCreate } from './core/operations.ts'
import { referencesOfOperation } from './outbox/referenced-records.ts'
import type { Tables } from './tables/tables.ts'

const isOnDevice = (tables: Tables, entity: string, id: string): boolean => tables.of(entity).get(id) !== undefined

export function missingRows(ops: readonly Operation[], tables: Tables): { entity: string; id: string }[] {
  const made = new Set(ops.filter(({ op }) => op === 'create').map(({ id }) => id))
  const missing = new Map<string, string>()
  const addIfMissing = (entity: string, id: string) => {
    if (!made.has(id) && !isOnDevice(tables, entity, id)) missing.set(id, entity)
  }
  for (const operation of ops) {
    if (operation.op !== 'create' && operation.op !== 'delete') addIfMissing(operation.entity, operation.id)
    for (const [entity, id] of referencesOfOperation(operation)) addIfMissing(entity, id)
  }
  return [...missing].map(([id, entity]) => ({ entity, id }))
}

export const restoredOperations = ({ change }: Entry, tables: Tables): Operation[] => [
  ...missingRows(change.ops, tables).map((row): Operation => ({ op: 'restore', ...row })),
  ...change.ops.filter(({ op }) => op !== 'restore'),
]

export interface Recreated {
  readonly operations: Operation[][]
  readonly id: string
}

/** Its dependents get a new record for each missing one that they would have updated. */
export function recreatedOperations(
  root: Entry,
  followers: readonly Entry[],
  tables: Tables,
  newId: () => string,
  today: string,
): Recreated | Extract<CommitResult, { ok: false }> {
  const ids = new Map<string, string>()
  const ownOperations: Operation[] = []
  for (const operation of root.change.ops) {
    const { entity, id } = operation
    if (operation.op === 'restore') continue
    if (operation.op !== 'update' || isOnDevice(tables, entity, id)) {
      ownOperations.push(operation)
      continue
    }
    const stored: Values = { ...settableIn(operation.base), ...root.records[id]?.values }
    const knownValues = { ...withoutInvalidPhones(entity, stored), ...operation.fields }
    const made = makeCreate(entity, newId(), knownValues, today)
    if (!made.ok) return made
    ids.set(id, made.operation.id)
    ownOperations.push(made.operation)
  }
  const operations = [ownOperations, ...followers.map(({ change }) => change.ops)].map((ops) =>
    ops.map((operation) => withNewIds(operation, ids)),
  )
  return { operations, id: ids.values().next().value ?? root.change.ops[0]!.id }
}

const settableIn = (base: Values): Values =>
  Object.fromEntries(Object.entries(base).filter(([, value]) => value !== null && value !== undefined))

/** Stored values are older than the rule, and a new record must follow it. */
function withoutInvalidPhones(entity: string, stored: Values): Values {
  const definition = entityNamed(entity)
  const issues = definition ? phoneIssues(definition, stored, null) : {}
  return Object.fromEntries(Object.entries(stored).filter(([field]) => !Object.hasOwn(issues, field)))
}

function withNewIds(operation: Operation, ids: ReadonlyMap<string, string>): Operation {
  const newIdOf = (value: unknown) => (typeof value === 'string' ? (ids.get(value) ?? value) : value)
  const values = (fields: Values) =>
    Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, newIdOf(value)]))
  const id = ids.get(operation.id) ?? operation.id
  if (operation.op === 'create' || operation.op === 'act') return { ...operation, id, fields: values(operation.fields) }
  if (operation.op === 'update')
    return { ...operation, id, fields: values(operation.fields), base: values(operation.base) }
  return { ...operation, id }
}
