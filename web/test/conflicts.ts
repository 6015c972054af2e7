import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { Row } from '#schema/registry.ts'
import type { TestStore } from './test-store.ts'

const marek = { by: 'Marek', at: '2025-06-30T12:00:00.000Z' }

export type Sides = Readonly<Record<string, readonly [base: unknown, yours: unknown, theirs: unknown]>>

const asSeen = (project: AnyRow, values: Values): Row<'projects'> => ({ ...project, ...values }) as Row<'projects'>

const sideOf = (sides: Sides, side: 0 | 1 | 2): Values =>
  Object.fromEntries(Object.entries(sides).map(([field, values]) => [field, values[side]]))

/** Another person writes these fields of a project. */
export function overwrite(store: TestStore, { id, number: _, ...fields }: AnyRow, theirs: Values): void {
  store.server.write(['projects', id, { ...fields, ...theirs }])
}

/** Each field conflicts, except those of `more`. `besides`: other fields that someone else wrote. */
export async function conflicting(
  store: TestStore,
  project: AnyRow,
  sides: Sides,
  overrides: Values = {},
  besides: Values = {},
) {
  store.server.writer = marek
  overwrite(store, project, { ...sideOf(sides, 2), ...besides })
  const made = await store.update('projects', asSeen(project, sideOf(sides, 0)), { ...sideOf(sides, 1), ...overrides })
  await store.decided()
  return made.ok ? made.changeId : undefined
}

export async function changingDeletedRecord(store: TestStore, project: AnyRow, base: Values, fields: Values) {
  await store.caughtUp()
  const made = await store.update('projects', asSeen(project, base), fields)
  store.drop('projects', project.id)
  await store.decided()
  return made.ok ? made.changeId : undefined
}

export async function deletingWhatHasChanged(store: TestStore, project: AnyRow, seen: Values, theirs: Values) {
  store.server.writer = marek
  await store.caughtUp()
  overwrite(store, project, theirs)
  const made = await store.remove('projects', asSeen(project, seen))
  await store.decided()
  return made.ok ? made.changeId : undefined
}
