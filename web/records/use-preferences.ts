import type { Row } from '#schema/registry.ts'
import { preferencesOf } from '#web/store/own-preferences.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useTable } from './use-table.ts'

/** What this person has chosen; undefined while they have chosen nothing. */
export function usePreferences(): Row<'userPreferences'> | undefined {
  const { identity } = useStore()
  return preferencesOf(useTable('userPreferences').all(), identity.id)
}
