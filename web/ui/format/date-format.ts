// Calendar dates are strings YYYY-MM-DD; people see and type them in the order that they have chosen.
import { calendarDate, dateIn, zoneKnownHere } from '#schema/dates.ts'
import type { DateFormat } from '#schema/enumerations.ts'
import { perLocale } from './per-locale.ts'

export function showDate(date: string, format: DateFormat): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day)
}

const orderOf = (format: DateFormat): string => format.replaceAll(/[^YMD]/g, '').replaceAll(/(.)\1+/g, '$1')

/** What the person typed as YYYY-MM-DD; a text that is not a date stays as typed, so that the error can quote it. */
export function readDate(typed: string, format: DateFormat): string {
  const text = typed.trim()
  const parts = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})$/.exec(text)?.slice(1)
  if (!parts) return text
  // A date that begins with a year is understood in every format.
  const order = parts[0]!.length === 4 ? 'YMD' : orderOf(format)
  const part = (name: string): string => parts[order.indexOf(name)]!
  if (part('Y').length !== 4) return text
  return calendarDate(Number(part('Y')), Number(part('M')), Number(part('D'))) ?? text
}

const timesOfDay = perLocale((locale) => {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string): Intl.DateTimeFormat => {
    const format =
      made.get(timeZone) ?? new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: zoneKnownHere(timeZone) })
    made.set(timeZone, format)
    return format
  }
})

/** A moment in short: the time if it is today, else date and time. */
export function showMoment(at: number, timeZone: string, format: DateFormat): string {
  const time = timesOfDay()(timeZone).format(at)
  const date = dateIn(timeZone, new Date(at))
  return date === today(timeZone) ? time : `${showDate(date, format)}, ${time}`
}

export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Today in a time zone, by default the device's own. */
export const today = (timeZone = ownTimeZone()): string => dateIn(timeZone, new Date())
