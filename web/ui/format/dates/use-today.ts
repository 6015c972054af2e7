import { today } from './date-format.ts'
import { useDates } from './use-dates.ts'

export const useToday = (): string => today(useDates().timeZone)
