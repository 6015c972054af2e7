// A change remembers the records that it touches, so that they can be named or created again when they are deleted.
import { readRows } from '#web/store/tables/read-rows.ts'
import type { ShownRow } from '#schema/kernel/verb.ts'
import { referencesIn } from '#schema/records/verb-input.ts'
import { createdIn, stepsOf, verbNamed } from '#schema/verbs.ts'
import { fieldsOf, type Operation } from '#schema/sync/protocol.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { recordNameOf, recordTitleOf } from '#schema/records/record-name.ts'
import { entityNamed } from '#schema/registry.ts'
import type { Remembered } from './outbox-documents.ts'
import type { Tables } from '#web/store/tables/tables.ts'

type Records = Readonly<Record<string, Remembered>>

export function recordsFor(
  tables: Tables,
  ops: readonly Operation[],
  before: Records = {},
  shown?: readonly ShownRow[] | null,
): Records {
  const records: Record<string, Remembered> = {}
  const creating = ops.filter((each) => each.op === 'act' && verbNamed(each)?.creates)
  const created = createdIn(stepsOf(readRows(tables), creating))
  const read = (entity: string, id: string): Values | undefined =>
    tables.of(entity).get(id) ?? created.get(id) ?? records[id]?.values ?? before[id]?.values
  for (const operation of ops) {
    const { entity, id, op } = operation
    const row = tables.of(entity).get(id)
    const values: Values = row ?? (op === 'create' ? operation.fields : (before[id]?.values ?? {}))
    const stored = op === 'create' ? undefined : row ? settableOf(entity, row) : before[id]?.values
    records[id] = remembered(entity, recordNameOf(entity, values, read) ?? before[id]?.name, stored)
    const sources = [values, ('base' in operation && operation.base) || {}]
    for (const [to, reference] of [
      ...sources.flatMap((each) => referencesOf(entity, each)),
      ...referencesOfOperation(operation),
    ])
      records[reference] ??= remembered(
        to,
        recordNameOf(to, read(to, reference) ?? {}, read) ?? before[reference]?.name,
      )
  }
  for (const { entity, id } of shown ?? []) {
    const name = recordTitleOf(entity, read(entity, id) ?? {}, read) ?? before[id]?.name
    if (name !== undefined) records[id] ??= remembered(entity, name)
  }
  return records
}

const remembered = (entity: string, name: string | undefined, values?: Values): Remembered => ({
  entity,
  ...(name === undefined ? {} : { name }),
  ...(values === undefined ? {} : { values }),
})

const settableOf = (entity: string, row: Values): Values =>
  Object.fromEntries(
    Object.entries(entityNamed(entity)?.fields ?? {}).flatMap(([field, { byServer }]) =>
      byServer || row[field] === undefined || row[field] === null ? [] : [[field, row[field]]],
    ),
  )

const referencesOf = (entity: string, values: Values): [entity: string, id: string][] =>
  referencesIn(entityNamed(entity)?.fields ?? {}, values).map(([, to, id]) => [to, id])

export function referencesOfOperation(operation: Operation): [entity: string, id: string][] {
  const fields = fieldsOf(operation)
  if (operation.op !== 'act') return referencesOf(operation.entity, fields)
  return referencesIn(verbNamed(operation)?.input ?? {}, fields).map(([, to, id]) => [to, id])
}

export const namesOf = (records: Records): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(records).flatMap(([id, { name }]) => (name === undefined ? [] : [[id, name]])))
