import type { Row } from '#schema/registry.ts'
import { preferencesOf } from '#schema/entities/user-preferences/entity.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useTable } from './use-table.ts'

export function usePreferences(): Row<'userPreferences'> | undefined {
  const { identity } = useStore()
  return preferencesOf(useTable('userPreferences').all(), identity.id)
}
