import type { Row } from '#schema/registry.ts'
import type { Core } from './core.ts'

/** The time zone that a person chose; undefined while they have chosen none, so that the device's own counts. */
export function timeZoneOf(preferences: Iterable<Row<'userPreferences'>>, userId: string): string | undefined {
  for (const each of preferences) if (each.userId === userId) return each.timeZone
  return undefined
}

export const ownTimeZone = ({ tables, deps }: Pick<Core, 'tables' | 'deps'>): string | undefined =>
  timeZoneOf(tables.of('userPreferences').all() as Iterable<Row<'userPreferences'>>, deps.identity.id)
