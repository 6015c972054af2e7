import { today } from './date-format.ts'
import { useDates } from './use-dates.ts'

/** Today in the person's chosen time zone, else the device's. */
export const useToday = (): string => today(useDates().timeZone)
