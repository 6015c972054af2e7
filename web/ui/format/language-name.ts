import { perLocale } from './per-locale.ts'

const names = perLocale((locale) => new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' }))

/** Unknown codes are returned unchanged. */
export const languageName = (code: string): string => names().of(code) ?? code
