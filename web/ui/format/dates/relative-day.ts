import i18next from 'i18next'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { perLocale } from '#web/ui/format/per-locale.ts'

const formatsOf = perLocale((locale) => ({
  named: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
  counted: new Intl.RelativeTimeFormat(locale, { numeric: 'always' }),
}))

const textKeys = { day: 'common:inDays', month: 'common:inMonths', year: 'common:inYears' } as const

export function relativeDay(inDays: number): string {
  const days = Math.abs(inDays)
  if (days < 60) return write(inDays, 'day')
  if (days < 700) return write(Math.round(inDays / 30.4), 'month')
  return write(Math.round(inDays / 365.25), 'year')
}

function write(n: number, unit: 'day' | 'month' | 'year'): string {
  const { named, counted } = formatsOf()
  const text = named.format(n, unit)
  const isNamed = text !== counted.format(n, unit)
  // Intl's Arabic and Hindi say "within 5 days".
  return n > 0 && !isNamed ? i18next.t(textKeys[unit], { count: n, n: count(n) }) : text
}
