// Calendar dates are strings YYYY-MM-DD; people see and type MM/DD/YYYY.
import { calendarDate, dateIn } from '#schema/dates.ts'
import { perLocale } from './per-locale.ts'

export function showDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-')
  return `${month}/${day}/${year}`
}

/** What the person typed as YYYY-MM-DD; as typed when it is no date, so that the answer can say so. */
export function readDate(typed: string): string {
  const text = typed.trim()
  const match = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)
  if (!match) return text
  return calendarDate(Number(match[3]), Number(match[1]), Number(match[2])) ?? text
}

const timeOfDay = perLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
const dateAndTime = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }))

/** A moment as people say it: the time of today, else date and time. */
export function showMoment(at: number): string {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date().toDateString()
  return (isToday ? timeOfDay() : dateAndTime()).format(date)
}

/** Today in a time zone, by default the device's own. */
export const today = (timeZone?: string): string =>
  dateIn(timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, new Date())
