import { perLocale } from '#web/ui/format/per-locale.ts'

const dateWords = (parts: Intl.DateTimeFormatOptions) =>
  perLocale((locale) => {
    const format = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' })
    return (date: string): string => format.format(Date.parse(date.slice(0, 10)))
  })
const [wholeDay, monthAndYear, year, month, weekday] = [
  dateWords({ day: 'numeric', month: 'long', year: 'numeric' }),
  dateWords({ month: 'long', year: 'numeric' }),
  dateWords({ year: 'numeric' }),
  dateWords({ month: 'short' }),
  dateWords({ weekday: 'short' }),
]

export const calendarWords = () => ({
  getDayAriaLabel: wholeDay(),
  monthLabelFormat: monthAndYear(),
  monthsListFormat: month(),
  yearLabelFormat: year(),
  yearsListFormat: year(),
  decadeLabelFormat: (first: string, last: string) => `${year()(first)} – ${year()(last)}`,
  weekdayFormat: weekday(),
})
