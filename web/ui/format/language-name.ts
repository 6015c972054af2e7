import { perLocale } from './per-locale.ts'

const names = perLocale((locale) => new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' }))

/** The name of a language, by its code; a code that nobody knows stays as it is. */
export const languageName = (code: string): string => names().of(code) ?? code
