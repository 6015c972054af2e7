// Fields show dates in the chosen format, or else in the language's order. Elsewhere the month is a word, unless the
// user has chosen YYYY-MM-DD.
import { calendarDate, dateIn, zoneKnownHere } from '#schema/money/dates.ts'
import type { DateFormat } from '#schema/kernel/enumerations.ts'
import { perLocale } from '#web/ui/format/per-locale.ts'
import { directionOf, locale } from '#web/i18n/locale.ts'
import { putsDayFirst, wordedDate } from './worded-date.ts'

const shortDate = { day: 'numeric', month: 'short', year: 'numeric' } as const

const dateWithMonthName = wordedDate(shortDate)

/** In right-to-left text the digits would change their order. */
const isolated = (date: string): string => (directionOf(locale()) === 'rtl' ? `\u2066${date}\u2069` : date)

const isoFormat = 'YYYY-MM-DD'

/** For texts and tables: "Feb 7, 2027", "7 févr. 2027". */
export const printedDate = (date: string, chosen: DateFormat | null = null): string =>
  chosen === isoFormat ? isolated(date) : dateWithMonthName(date, chosen)

/** For fields. */
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
  const format = momentFormat()(timeZone)
  if (chosen !== isoFormat && !putsDayFirst(chosen)) return format.format(at)
  return printedDate(date, chosen) + beforeTime(format.formatToParts(at)) + time
}

const beforeTime = (parts: readonly Intl.DateTimeFormatPart[]): string =>
  parts[parts.findIndex(({ type }) => type === 'hour') - 1]!.value

export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const today = (timeZone = deviceTimeZone()): string => dateIn(timeZone, new Date())
