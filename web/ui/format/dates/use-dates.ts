import { createContext, use } from 'react'
import { useTranslation } from 'react-i18next'
import { dateIn } from '#schema/money/dates.ts'
import type { DateFormat } from '#schema/kernel/enumerations.ts'
import { dateFormatOf, locale, localeOf } from '#web/i18n/locale.ts'
import { deviceTimeZone, printedDate, showMoment } from './date-format.ts'
import { dayInWords } from './day-in-words.ts'

export interface Dates {
  /** For fields. */
  readonly format: DateFormat
  readonly timeZone: string
  readonly date: (date: string) => string
  readonly inWords: (date: string) => string
  readonly day: (at: string) => string
  readonly moment: (at: number) => string
}

interface DateChoices {
  readonly dateFormat: DateFormat | null
  readonly timeZone: string | null
}

const cache = new Map<string, Dates>()

export function datesOf(preferences: DateChoices | undefined, language = locale()): Dates {
  const chosen = preferences?.dateFormat ?? null
  const format = chosen ?? dateFormatOf(language)
  const timeZone = preferences?.timeZone ?? deviceTimeZone()
  const key = `${chosen ?? ''} ${language} ${timeZone}`
  const cached = cache.get(key)
  if (cached) return cached
  const show = (date: string) => printedDate(date, chosen)
  const dates: Dates = {
    format,
    timeZone,
    date: show,
    inWords: (date) => dayInWords(date, chosen),
    day: (at) => show(dateIn(timeZone, new Date(at))),
    moment: (at) => showMoment(at, timeZone, chosen),
  }
  cache.set(key, dates)
  return dates
}

export function useDatesOf(choices: DateChoices | undefined): Dates {
  const { i18n } = useTranslation()
  return datesOf(choices, localeOf(i18n.resolvedLanguage ?? 'en'))
}

export const DatesContext = createContext<Dates | null>(null)

export const useDates = (): Dates => use(DatesContext) ?? datesOf(undefined)
