// The new change's base is the server's value, so it is accepted unless someone else writes meanwhile.
import { isSame, withGroups } from '#schema/records/change.ts'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { type Conflict, type Operation, withRows } from '#schema/sync/protocol.ts'
import { cascadeLinks, entityNamed } from '#schema/registry.ts'
import type { Choice } from '#web/store/base/contract.ts'
import type { Entry } from './outbox-entry.ts'
import type { Tables } from '#web/store/tables/tables.ts'

type Update = Extract<Operation, { op: 'update' }>
type Delete = Extract<Operation, { op: 'delete' }>
type Keep = Choice['keep']

export class Choices {
  readonly #keep = new Map<string, Keep>()

  constructor(choices: readonly Choice[], conflicts: readonly Conflict[]) {
    const entityOf = new Map(conflicts.map(({ id, entity }) => [id, entity]))
    for (const { id, field, keep } of choices)
      for (const each of withGroups(entityOf.get(id) ?? '', [field])) this.#keep.set(`${id} ${each}`, keep)
    const open = conflicts.find(({ id, field }) => this.of(id, field) === undefined)
    if (open) throw new Error(`No choice was made for ${open.field} of ${open.entity}`)
  }

  of(id: string, field: string): Keep | undefined {
    return this.#keep.get(`${id} ${field}`)
  }
}

export const allMine = (conflicts: readonly Conflict[]): Choice[] =>
  conflicts.map(({ id, field }) => ({ id, field, keep: 'mine' }))

export function settledOperations({ change, verdict }: Entry, choices: Choices, tables: Tables): Operation[] {
  const conflicts = verdict?.conflicts ?? []
  const conflictsOf = (operation: Operation): Conflict[] =>
    conflicts.filter(({ entity, id }) => entity === operation.entity && id === operation.id)
  const isTheirs = ({ id, field }: Conflict): boolean => choices.of(id, field) === 'theirs'
  // The rest was based on the values that the guard names.
  if (change.ops.some((operation) => isGuard(operation) && conflictsOf(operation).some(isTheirs))) return []
  return change.ops.flatMap((operation) => {
    const own = conflictsOf(operation)
    if (operation.op === 'delete') return settledDelete(operation, own, choices, tables)
    if (operation.op === 'update')
      return settledUpdate(operation, own, choices, tables, (verdict?.number ?? null) !== null)
    return [operation]
  })
}

const isGuard = (operation: Operation): boolean =>
  operation.op === 'update' &&
  Object.entries(operation.fields).every(([field, value]) => isSame(value, operation.base[field]))

export function followingOperations({ change }: Entry, choices: Choices): Operation[] {
  return change.ops.flatMap((operation): Operation[] => {
    if (operation.op !== 'update') return [operation]
    const isMine = ([field]: [string, unknown]) => choices.of(operation.id, field) !== 'theirs'
    const fields = Object.entries(operation.fields).filter(isMine)
    if (fields.length === 0) return []
    const base = Object.entries(operation.base).filter(isMine)
    return [{ ...operation, fields: Object.fromEntries(fields), base: Object.fromEntries(base) }]
  })
}

function settledUpdate(
  operation: Update,
  conflicts: readonly Conflict[],
  choices: Choices,
  tables: Tables,
  isRestAccepted: boolean,
): Operation[] {
  const { entity, id } = operation
  const theirs = new Map(conflicts.map((each) => [each.field, each.theirs]))
  const row = tables.of(entity).get(id)
  const serverRow = tables.serverRow(entity, id)
  const fields: Record<string, unknown> = {}
  const base: Record<string, unknown> = {}
  const groups = new Set(Object.keys(operation.fields).map((field) => withGroups(entity, [field]).join()))
  for (const group of [...groups].map((each) => each.split(','))) {
    const isConflict = group.some((field) => theirs.has(field))
    if (isConflict ? choices.of(id, group[0]!) === 'theirs' : isRestAccepted) continue
    for (const field of group) {
      const isChanged = Object.hasOwn(operation.fields, field)
      const mine = isChanged ? operation.fields[field] : operation.base[field]
      if (!isConflict) {
        if (isChanged) fields[field] = mine
        if (Object.hasOwn(operation.base, field)) base[field] = operation.base[field]
        continue
      }
      const currentValue = theirs.has(field) ? theirs.get(field) : operation.base[field]
      if (isChanged || mine !== currentValue) fields[field] = mine ?? null
      base[field] = isPendingHere(row, serverRow, field) ? row![field] : (currentValue ?? null)
    }
  }
  if (Object.keys(fields).length === 0) return []
  return [{ op: 'update', entity, id, fields, base, ...seenOf(row) }]
}

const isPendingHere = (row: AnyRow | undefined, serverRow: AnyRow | undefined, field: string): boolean =>
  row !== undefined && serverRow !== undefined && row[field] !== serverRow[field]

/**
 * A single "theirs" means that nothing is deleted. The base includes the server's values, because the person has seen
 * what changed.
 */
function settledDelete(
  operation: Delete,
  conflicts: readonly Conflict[],
  choices: Choices,
  tables: Tables,
): Operation[] {
  if (conflicts.some(({ id, field }) => choices.of(id, field) === 'theirs')) return []
  const { entity, id } = operation
  const row = tables.of(entity).get(id)
  const { [withRows]: counted, ...seen } = operation.base ?? {}
  const base: Record<string, unknown> = row
    ? Object.fromEntries(Object.keys(seen).map((field) => [field, row[field] ?? null]))
    : seen
  const rows: Record<string, unknown> = {}
  for (const associated of Object.keys(counted ?? {})) {
    const definition = entityNamed(entity)
    const link = definition && cascadeLinks(definition).find((each) => each.entity === associated)
    rows[associated] = link
      ? tables
          .of(associated)
          .where(link.field, id)
          .map((each) => each.id)
      : []
  }
  for (const { field, theirs } of conflicts) {
    const [name, associated] = field.split('.')
    if (name === withRows && associated) rows[associated] = theirs
    else base[field] = theirs
  }
  if (counted) base[withRows] = rows
  return [{ op: 'delete', entity, id, ...(operation.base ? { base } : {}), ...seenOf(row) }]
}

const seenOf = (row: AnyRow | undefined): { seen?: number } => (row && row.number > 0 ? { seen: row.number } : {})
