// Makes changes that come back: the device sends them after somebody else has written.
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { Row } from '#schema/registry.ts'
import type { TestStore } from './test-store.ts'

/** The person who writes first, and when. */
const marek = { by: 'Marek', at: '2025-06-30T12:00:00.000Z' }

/** By field: the value the person saw, the value they entered, and the value somebody else wrote meanwhile. */
export type Sides = Readonly<Record<string, readonly [base: unknown, yours: unknown, theirs: unknown]>>

const asSeen = (project: AnyRow, values: Values): Row<'projects'> => ({ ...project, ...values }) as Row<'projects'>

const sideOf = (sides: Sides, side: 0 | 1 | 2): Values =>
  Object.fromEntries(Object.entries(sides).map(([field, values]) => [field, values[side]]))

/** Somebody else writes these fields of a project; its other fields keep the values with which it was put. */
export function overwrite(store: TestStore, { id, number: _, ...fields }: AnyRow, theirs: Values): void {
  store.server.write(['projects', id, { ...fields, ...theirs }])
}

/**
 * A change of a project's fields that conflicts in each of them; the fields of `more` do not conflict. Resolves with
 * its id. `besides` is what somebody else has written to fields that the change leaves alone.
 */
export async function conflicting(
  store: TestStore,
  project: AnyRow,
  sides: Sides,
  more: Values = {},
  besides: Values = {},
) {
  store.server.writer = marek
  overwrite(store, project, { ...sideOf(sides, 2), ...besides })
  const made = await store.update('projects', asSeen(project, sideOf(sides, 0)), { ...sideOf(sides, 1), ...more })
  await store.decided()
  return made.ok ? made.changeId : undefined
}

/** A change to a project that somebody else has deleted meanwhile. */
export async function changingDeletedRecord(store: TestStore, project: AnyRow, base: Values, fields: Values) {
  await store.caughtUp()
  const made = await store.update('projects', asSeen(project, base), fields)
  store.drop('projects', project.id)
  await store.decided()
  return made.ok ? made.changeId : undefined
}

/** A delete of a project whose location had another value when the person saw it. */
export async function deletingWhatHasChanged(store: TestStore, project: AnyRow, seen: Values, theirs: Values) {
  store.server.writer = marek
  await store.caughtUp()
  overwrite(store, project, theirs)
  const made = await store.remove('projects', asSeen(project, seen))
  await store.decided()
  return made.ok ? made.changeId : undefined
}
