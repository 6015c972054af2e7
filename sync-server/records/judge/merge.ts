// Merges by groups of fields: a group applies if its current values equal the base or the new values; otherwise the
// whole group conflicts.
import { isSame } from '#schema/records/change.ts'
import { type Entity, groupOf } from '#schema/kernel/entity.ts'
import { parseField, type Values } from '#schema/kernel/parse.ts'
import type { Conflict } from '#schema/sync/protocol.ts'
import type { StoredRow } from '#server/records/rows/stored-row.ts'

export interface Merge {
  readonly changes: Values
  readonly conflicts: readonly Conflict[]
  readonly decided: readonly string[]
}

function normalize(entity: Entity, field: string, value: unknown): unknown {
  const parsed = Object.hasOwn(entity.fields, field) ? parseField(entity.fields[field]!, value) : { value }
  return 'value' in parsed ? parsed.value : value
}

export const isAsSeen = (entity: Entity, current: StoredRow, field: string, seen: unknown): boolean =>
  isSame(current[field], normalize(entity, field, seen))

export const changesOf = (current: StoredRow, fields: Values): Values =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isSame(current[name], value)))

export function conflictsOf(
  entity: Entity,
  id: string,
  names: readonly string[],
  fields: Values,
  base: Values,
  current: StoredRow | null,
): Conflict[] {
  return names.map((field) => ({
    entity: entity.name,
    id,
    field,
    base: base[field] ?? null,
    yours: fields[field] ?? null,
    theirs: current?.[field] ?? null,
  }))
}

/**
 * Without `base` the last writer wins. For a replayed change, `isLater` overrides the base: later wins, earlier
 * changes nothing.
 */
export function mergeUpdate(
  entity: Entity,
  current: StoredRow,
  fields: Values,
  base: Values | undefined,
  isLater: (group: readonly string[]) => boolean | undefined = () => undefined,
): Merge {
  if (!base) return { changes: changesOf(current, fields), conflicts: [], decided: Object.keys(fields) }
  const changes: Record<string, unknown> = {}
  const conflicts: Conflict[] = []
  const decided: string[] = []
  const groups = new Set(Object.keys(fields).map((field) => groupOf(entity, field)))
  const all = new Map([...groups].map((group) => [group.join(), group]))
  for (const group of all.values()) {
    const given = group.filter((field) => Object.hasOwn(fields, field))
    const asSeen = group.every((field) => !Object.hasOwn(base, field) || isAsSeen(entity, current, field, base[field]))
    // The choice covers the whole group.
    const disputed = group.filter(
      (field) =>
        given.includes(field) || (Object.hasOwn(base, field) && !isAsSeen(entity, current, field, base[field])),
    )
    const isUnchanged = given.every(
      (field) =>
        isSame(current[field], fields[field]) || (entity.firstWriteWins.includes(field) && current[field] !== null),
    )
    const later = isLater(group)
    if (later === false) continue
    if (later || asSeen)
      Object.assign(changes, changesOf(current, Object.fromEntries(given.map((field) => [field, fields[field]]))))
    if (later || asSeen || isUnchanged) decided.push(...given)
    else conflicts.push(...conflictsOf(entity, current.id, disputed, { ...base, ...fields }, base, current))
  }
  return { changes, conflicts, decided }
}
