import { perLocale } from '#web/ui/format/per-locale.ts'

const format = perLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }))

/** From HH:MM. */
export const timeOfDay = (time: string): string => format().format(Date.parse(`1970-01-01T${time}Z`))
