import { timeZoneOf } from '#web/store/own-time-zone.ts'
import { today } from './date-format.ts'
import { useStore } from './store-context.ts'
import { useTable } from './use-table.ts'

/** Today where this person is, by their preferences, else by this device. */
export function useToday(): string {
  const { identity } = useStore()
  return today(timeZoneOf(useTable('userPreferences').all(), identity.id))
}
