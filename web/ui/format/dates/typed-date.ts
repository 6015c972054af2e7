// "today", offsets such as "+6m", and dates as lists show them, in the person's language or English.
import i18next from 'i18next'
import { addMonths, calendarDate, isCalendarDate } from '#schema/money/dates.ts'
import type { DateFormat } from '#schema/kernel/enumerations.ts'
import { readDate } from './date-format.ts'
import { foldText, latinDigits } from '#schema/kernel/fold-text.ts'
import { perLocale } from '#web/ui/format/per-locale.ts'

const dayMs = 86_400_000

const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

interface OffsetUnit {
  readonly letter: string
  readonly localLetter: () => string
  readonly add: (date: string, n: number) => string
}

const offsetUnits: readonly OffsetUnit[] = [
  { letter: 'd', localLetter: () => i18next.t('common:dateSteps.day'), add: addDays },
  { letter: 'w', localLetter: () => i18next.t('common:dateSteps.week'), add: (date, n) => addDays(date, 7 * n) },
  { letter: 'm', localLetter: () => i18next.t('common:dateSteps.month'), add: addMonths },
  { letter: 'y', localLetter: () => i18next.t('common:dateSteps.year'), add: (date, n) => addMonths(date, 12 * n) },
]

/** The person's language has priority. */
const offsetUnitOf = (typedLetter: string): OffsetUnit | undefined =>
  offsetUnits.find(({ localLetter }) => localLetter() === typedLetter) ??
  offsetUnits.find(({ letter }) => letter === typedLetter)

interface NamedDay {
  readonly name: string
  /** Several words have a comma between them. */
  readonly localNames: () => string
  readonly days: number
}

const namedDays: readonly NamedDay[] = [
  {
    name: 'day before yesterday',
    localNames: () => i18next.t('common:dateNames.dayBeforeYesterday'),
    days: -2,
  },
  { name: 'yesterday', localNames: () => i18next.t('common:dateNames.yesterday'), days: -1 },
  { name: 'today', localNames: () => i18next.t('common:dateNames.today'), days: 0 },
  { name: 'tomorrow', localNames: () => i18next.t('common:dateNames.tomorrow'), days: 1 },
  { name: 'day after tomorrow', localNames: () => i18next.t('common:dateNames.dayAfterTomorrow'), days: 2 },
]

/** Keyboards write ' for ’, and often omit diacritics. */
const folded = (word: string): string => foldText(word.trim()).replaceAll(/['’‘ʼ]/g, '')

/** More than one if the language uses the word for several days: Hindi's कल is yesterday and tomorrow. */
export function daysNamed(typed: string, today: string): readonly string[] {
  const word = folded(typed)
  return namedDays
    .filter(({ name, localNames }) => [name, ...localNames().split(/[,،]/)].some((each) => folded(each) === word))
    .map(({ days }) => addDays(today, days))
}

function dayNamed(typed: string, today: string): string | undefined {
  const days = daysNamed(typed, today)
  return days.length === 1 ? days[0] : undefined
}

const inRange = (date: string): string | undefined => (isCalendarDate(date) ? date : undefined)

function dateFromOffset(word: string, today: string): string | undefined {
  const [, sign, digits, letter] = /^([+\-−])\s*(\d{1,4})\s*(\p{L})$/u.exec(word) ?? []
  const step = letter && offsetUnitOf(letter)
  if (!step) return undefined
  return inRange(step.add(today, Number(digits) * (sign === '+' ? 1 : -1)))
}

const monthsIn = (locale: string): readonly (readonly string[])[] => {
  const formats = (['short', 'long'] as const).flatMap((month) =>
    // Many languages decline month names next to a day.
    [{ month }, { month, day: 'numeric' } as const].map(
      (options) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }),
    ),
  )
  return Array.from({ length: 12 }, (_, month) =>
    formats.map((format) => {
      const parts = format.formatToParts(Date.UTC(2000, month, 1))
      return normalizedMonth(parts.find(({ type }) => type === 'month')!.value)
    }),
  )
}

const normalizedMonth = (text: string): string => foldText(text).replace(/[.\u0970]$/, '')

const months = perLocale((locale) => [monthsIn(locale), monthsIn('en')])

function withMonthName(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{M}]+|\d+/gu) ?? []
  const numbers = words.filter((word) => /^\d/.test(word))
  const [name, ...others] = words.filter((word) => !/^\d/.test(word)).map(normalizedMonth)
  const year = numbers.find(({ length }) => length === 4)
  const day = numbers.find(({ length }) => length <= 2)
  if (!name || others.length > 0 || numbers.length !== 2 || !year || !day) return undefined
  const month = months()
    .map((names) => names.findIndex((each) => each.includes(name)))
    .find((index) => index >= 0)
  if (month === undefined) return undefined
  return calendarDate(Number(year), month + 1, Number(day)) ?? undefined
}

const directionMarks = /[\u200e\u200f\u2066-\u2069]/g

/** YYYY-MM-DD; other text stays as typed, so that the error can quote it. Accepts digits of any script. */
export function typedDate(typed: string, format: DateFormat, today: string): string {
  const text = latinDigits(typed).replace(directionMarks, '').trim()
  const read =
    dayNamed(text, today) ?? dateFromOffset(text.toLowerCase(), today) ?? withMonthName(text) ?? readDate(text, format)
  return isCalendarDate(read) ? read : (dateFromDigits(text) ?? typed.trim())
}

function dateFromDigits(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
  return year ? (calendarDate(Number(year), Number(month), Number(day)) ?? undefined) : undefined
}
