import { perLocale } from '#web/ui/format/per-locale.ts'

const format = perLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }),
)

/** "Friday, May 21, 2027". */
export const dayInWords = (date: string): string => format().format(Date.parse(`${date}T00:00:00Z`))
