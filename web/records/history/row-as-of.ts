import type { AnyRow } from '#schema/kernel/entity.ts'
import type { ChangedValue } from '#schema/kernel/field-types.ts'
import { actions } from '#schema/entities/activities/entity.ts'

export interface RecordedChange {
  readonly at: string
  readonly action: string
  readonly changes: readonly ChangedValue[] | null
  readonly isWaiting?: boolean
}

/** Undoes, newest first, the changes for which `isUndone`. Null if the values of one are unknown. */
export function rowAsOf(
  row: AnyRow,
  newestFirst: readonly RecordedChange[],
  isUndone: (change: RecordedChange) => boolean,
): AnyRow | null {
  const values: Record<string, unknown> = { ...row }
  for (const change of newestFirst.filter(isUndone)) {
    if (change.changes === null) {
      if (changesNothing(change)) continue
      return null
    }
    for (const [field, from] of change.changes) values[field] = from
  }
  return values as AnyRow
}

/** Values are only recorded while the record exists. */
const changesNothing = ({ action }: RecordedChange): boolean =>
  action !== 'update' && (actions as readonly string[]).includes(action)

/** What this device knows, and from the server what it does not know; both newest first. */
export function joinedChanges(
  known: readonly RecordedChange[],
  older: readonly RecordedChange[],
): readonly RecordedChange[] {
  const here = known.filter(({ changes, isWaiting }) => isWaiting || changes !== null)
  const times = new Set(here.flatMap(({ at, isWaiting }) => (isWaiting ? [] : [at])))
  const done = [...here.filter(({ isWaiting }) => !isWaiting), ...older.filter(({ at }) => !times.has(at))]
  return [...here.filter(({ isWaiting }) => isWaiting), ...done.toSorted((one, other) => (one.at < other.at ? 1 : -1))]
}
