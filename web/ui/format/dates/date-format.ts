// Calendar dates are strings YYYY-MM-DD. They are typed in the chosen order, or else in that of the language. Without a
// choice they are shown with the month as a word, which is never ambiguous.
import { calendarDate, dateIn, zoneKnownHere } from '#schema/money/dates.ts'
import type { DateFormat } from '#schema/kernel/enumerations.ts'
import { perLocale } from '#web/ui/format/per-locale.ts'

const shortDate = { day: 'numeric', month: 'short', year: 'numeric' } as const

const shortDateFormat = perLocale((language) => new Intl.DateTimeFormat(language, { ...shortDate, timeZone: 'UTC' }))

/** "Feb 7, 2027", "7 févr. 2027". */
export const dateWithMonthName = (date: string): string => shortDateFormat().format(Date.parse(`${date}T00:00:00Z`))

export function showDate(date: string, format: DateFormat): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day)
}

const orderOf = (format: DateFormat): string => format.replaceAll(/[^YMD]/g, '').replaceAll(/(.)\1+/g, '$1')

/** YYYY-MM-DD; other text stays as typed, so that the error can quote it. */
export function readDate(typed: string, format: DateFormat): string {
  const text = typed.trim()
  const parts = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})$/.exec(text)?.slice(1)
  if (!parts) return text
  const inOrder = (order: string): string | null => {
    const part = (name: string): string => parts[order.indexOf(name)]!
    return part('Y').length === 4 ? calendarDate(Number(part('Y')), Number(part('M')), Number(part('D'))) : null
  }
  // A leading year is understood in every format.
  const language = inOrder(parts[0]!.length === 4 ? 'YMD' : orderOf(format))
  return language ?? onlyReading(['DMY', 'MDY'].map(inOrder)) ?? text
}

/** The only possible date; null if there are none or several. */
function onlyReading(readings: readonly (string | null)[]): string | null {
  const dates = new Set(readings.filter((date) => date !== null))
  return dates.size === 1 ? [...dates][0]! : null
}

const zonedFormat = (options: Intl.DateTimeFormatOptions) =>
  perLocale((language) => {
    const made = new Map<string, Intl.DateTimeFormat>()
    return (timeZone: string): Intl.DateTimeFormat => {
      const zone = zoneKnownHere(timeZone)
      const format = made.get(timeZone) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: zone })
      made.set(timeZone, format)
      return format
    }
  })

const timeFormat = zonedFormat({ timeStyle: 'short' })
const momentFormat = zonedFormat({ ...shortDate, hour: 'numeric', minute: '2-digit' })

export function showMoment(at: number, timeZone: string, chosen: DateFormat | null): string {
  const time = timeFormat()(timeZone).format(at)
  const date = dateIn(timeZone, new Date(at))
  if (date === today(timeZone)) return time
  return chosen ? `${showDate(date, chosen)}, ${time}` : momentFormat()(timeZone).format(at)
}

export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const today = (timeZone = deviceTimeZone()): string => dateIn(timeZone, new Date())
