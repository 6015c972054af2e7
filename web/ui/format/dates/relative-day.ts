import { perLocale } from '#web/ui/format/per-locale.ts'

const format = perLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

/** "in 5 days", "yesterday", "in 2 years". */
export function relativeDay(inDays: number): string {
  const days = Math.abs(inDays)
  if (days < 60) return format().format(inDays, 'day')
  if (days < 700) return format().format(Math.round(inDays / 30.4), 'month')
  return format().format(Math.round(inDays / 365.25), 'year')
}
