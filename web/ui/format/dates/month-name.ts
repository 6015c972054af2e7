import { perLocale } from '#web/ui/format/per-locale.ts'

const format = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
)

/** "Nov 2026". */
export const monthName = (day: string): string => format().format(Date.parse(`${day}T00:00:00Z`))
