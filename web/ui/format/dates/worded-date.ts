import { dateFormatOf, locale } from '#web/i18n/locale.ts'
import type { DateFormat } from '#schema/kernel/enumerations.ts'
import { perLocale } from '#web/ui/format/per-locale.ts'

/** The month as a word, in the order of the language; where that puts the month first, a chosen format may differ. */
export function wordedDate(parts: Intl.DateTimeFormatOptions) {
  const format = perLocale((language) => new Intl.DateTimeFormat(language, { ...parts, timeZone: 'UTC' }))
  return (date: string, chosen: DateFormat | null): string => {
    const at = Date.parse(`${date}T00:00:00Z`)
    return putsDayFirst(chosen) ? dayFirst(format().formatToParts(at)) : format().format(at)
  }
}

export const putsDayFirst = (chosen: DateFormat | null): boolean =>
  chosen !== null && chosen.startsWith('D') && dateFormatOf(locale()).startsWith('M')

function dayFirst(parts: readonly Intl.DateTimeFormatPart[]): string {
  const valueOf = (name: 'day' | 'month' | 'year' | 'weekday') => parts.find(({ type }) => type === name)?.value
  const date = `${valueOf('day')} ${valueOf('month')} ${valueOf('year')}`
  const weekday = valueOf('weekday')
  return weekday === undefined ? date : `${weekday}, ${date}`
}
