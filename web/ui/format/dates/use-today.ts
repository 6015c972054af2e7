import { today } from './date-format.ts'
import { useDates } from './use-dates.ts'

/** Today where this person is, by their preferences, else by this device. */
export const useToday = (): string => today(useDates().timeZone)
