import { perLocale } from '#web/ui/format/per-locale.ts'

const format = perLocale((locale) => new Intl.NumberFormat(locale))

export const count = (n: number): string => format().format(n)
