// Calendar dates are strings `YYYY-MM-DD` without a time zone, never JavaScript Dates.

const daysInMonth = (year: number, month: number): number =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : [4, 6, 9, 11].includes(month)
      ? 30
      : 31

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** It exists, from 1900-01-01 to 2999-12-31. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return year >= 1900 && year <= 2999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

export function calendarDate(year: number, month: number, day: number): string | null {
  const text = `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
  return isCalendarDate(text) ? text : null
}

/** Clamps to the end of the month: 2025-01-31 + 1 -> 2025-02-28. */
export function addMonths(anchor: string, months: number): string {
  const [year, month, day] = anchor.split('-').map(Number) as [number, number, number]
  const index = year * 12 + (month - 1) + months
  const toYear = Math.floor(index / 12)
  const toMonth = (index % 12) + 1
  return `${String(toYear).padStart(4, '0')}-${twoDigits(toMonth)}-${twoDigits(Math.min(day, daysInMonth(toYear, toMonth)))}`
}

const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000

export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

export const addDays = (date: string, days: number): string =>
  new Date((dayNumber(date) + days) * 86_400_000).toISOString().slice(0, 10)

export const endOfWeek = (day: string): string => addDays(day, (7 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7)

export function endOfMonth(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return `${day.slice(0, 8)}${daysInMonth(year, month)}`
}

export function dayBefore(date: string): string {
  const day = Number(date.slice(8))
  return day > 1 ? `${date.slice(0, 8)}${twoDigits(day - 1)}` : endOfMonth(addMonths(date, -1))
}

/** The time zone if this runtime knows it; undefined means the device's own. */
export function zoneKnownHere(timeZone: string): string | undefined {
  try {
    new Intl.DateTimeFormat('en', { timeZone }).format()
    return timeZone
  } catch {
    return undefined
  }
}

const calendars = new Map<string, Intl.DateTimeFormat>()

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone)
  if (known) return known
  const style = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const formatter = new Intl.DateTimeFormat('en-CA', { timeZone: zoneKnownHere(timeZone), ...style })
  calendars.set(timeZone, formatter)
  return formatter
}

export function dateIn(timeZone: string, at: Date): string {
  const parts = calendarOf(timeZone).formatToParts(at)
  const part = (type: string) => parts.find((each) => each.type === type)!.value
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** The first moment of a date in a time zone, to the minute. A skipped day begins with the next one. */
export function dayBegins(timeZone: string, date: string): Date {
  const minute = 60_000
  let before = Math.floor(Date.parse(date) / minute) - 15 * 60
  let found = before + 30 * 60
  while (found - before > 1) {
    const middle = Math.floor((before + found) / 2)
    if (dateIn(timeZone, new Date(middle * minute)) >= date) found = middle
    else before = middle
  }
  return new Date(found * minute)
}
