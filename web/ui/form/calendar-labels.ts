import { perLocale } from '#web/ui/format/per-locale.ts'

const dateFormatter = (parts: Intl.DateTimeFormatOptions) =>
  perLocale((locale) => {
    const format = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' })
    return (date: string): string => format.format(Date.parse(date.slice(0, 10)))
  })
const [wholeDay, monthAndYear, year, month, weekday] = [
  dateFormatter({ day: 'numeric', month: 'long', year: 'numeric' }),
  dateFormatter({ month: 'long', year: 'numeric' }),
  dateFormatter({ year: 'numeric' }),
  dateFormatter({ month: 'short' }),
  dateFormatter({ weekday: 'short' }),
]

export const calendarLabels = () => ({
  getDayAriaLabel: wholeDay(),
  monthLabelFormat: monthAndYear(),
  monthsListFormat: month(),
  yearLabelFormat: year(),
  yearsListFormat: year(),
  decadeLabelFormat: (first: string, last: string) => `${year()(first)} – ${year()(last)}`,
  weekdayFormat: weekday(),
})
