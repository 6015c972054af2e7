import { perLocale } from './per-locale.ts'

const format = perLocale((locale) => new Intl.NumberFormat(locale))

export const count = (n: number): string => format().format(n)
