import { createContext, use } from 'react'
import { dateIn } from '#schema/dates.ts'
import type { DateFormat } from '#schema/enumerations.ts'
import { ownTimeZone, showDate, showMoment } from './date-format.ts'

/** How this person reads dates. */
export interface Dates {
  readonly format: DateFormat
  readonly timeZone: string
  /** A calendar date. */
  readonly date: (date: string) => string
  /** The day of a timestamp. */
  readonly day: (at: string) => string
  /** A moment, ms since 1970. */
  readonly moment: (at: number) => string
}

/** What a person may have chosen; what they have not goes by the device. */
interface DateChoices {
  readonly dateFormat: DateFormat | null
  readonly timeZone: string | null
}

const made = new Map<string, Dates>()

/** The same object for the same choices. */
export function datesOf(preferences: DateChoices | undefined): Dates {
  const format = preferences?.dateFormat ?? 'MM/DD/YYYY'
  const timeZone = preferences?.timeZone ?? ownTimeZone()
  const key = `${format} ${timeZone}`
  const known = made.get(key)
  if (known) return known
  const dates: Dates = {
    format,
    timeZone,
    date: (date) => showDate(date, format),
    day: (at) => showDate(dateIn(timeZone, new Date(at)), format),
    moment: (at) => showMoment(at, timeZone, format),
  }
  made.set(key, dates)
  return dates
}

/** Whoever knows the person gives their dates. */
export const DatesContext = createContext<Dates | null>(null)

export const useDates = (): Dates => use(DatesContext) ?? datesOf(undefined)
