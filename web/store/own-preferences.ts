import type { Row } from '#schema/registry.ts'
import type { Core } from './core.ts'

type Preferences = Row<'userPreferences'>

/** A person's choices; undefined before the first one, so that the device's own settings apply. */
export function preferencesOf(all: Iterable<Preferences>, userId: string): Preferences | undefined {
  for (const each of all) if (each.userId === userId) return each
  return undefined
}

export const ownTimeZone = ({ tables, deps }: Pick<Core, 'tables' | 'deps'>): string | undefined =>
  preferencesOf(tables.of('userPreferences').all() as Iterable<Preferences>, deps.identity.id)?.timeZone ?? undefined
