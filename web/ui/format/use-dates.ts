import { createContext, use } from 'react'
import { dateIn } from '#schema/dates.ts'
import type { DateFormat } from '#schema/enumerations.ts'
import { ownTimeZone, showDate, showMoment } from './date-format.ts'

/** Writes dates the way this person reads them. */
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

/** A person's choices; the device's settings fill in what they have not chosen. */
interface DateChoices {
  readonly dateFormat: DateFormat | null
  readonly timeZone: string | null
}

const made = new Map<string, Dates>()

/** Returns the same object for the same choices. */
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

/** Provided where the person is known. */
export const DatesContext = createContext<Dates | null>(null)

export const useDates = (): Dates => use(DatesContext) ?? datesOf(undefined)
