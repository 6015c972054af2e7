// A new language needs an entry here and a folder in schema/locales. Data only: the first paint and the server's pages use it.
import type { DateFormat } from '#schema/kernel/enumerations.ts'

export interface Language {
  readonly code: string
  /** In the language itself. */
  readonly name: string
  readonly dir: 'ltr' | 'rtl'
  /** Set if browsers lack the language's words for AM and PM. */
  readonly hourCycle?: 'h23'
  readonly dateFormat: DateFormat
}

export const languages: readonly [Language, ...Language[]] = [
  { code: 'en', name: 'English', dir: 'ltr', dateFormat: 'MM/DD/YYYY' },
  { code: 'ar', name: 'العربية', dir: 'rtl', dateFormat: 'DD/MM/YYYY' },
  { code: 'fr', name: 'Français', dir: 'ltr', dateFormat: 'DD/MM/YYYY' },
  { code: 'hi', name: 'हिन्दी', dir: 'ltr', hourCycle: 'h23', dateFormat: 'DD/MM/YYYY' },
  { code: 'tr', name: 'Türkçe', dir: 'ltr', dateFormat: 'DD.MM.YYYY' },
]

/** For numbers, days and times, with Latin digits. */
export function localeOf(code: string): string {
  const hourCycle = languages.find((language) => language.code === code)?.hourCycle
  return `${code}-u-${hourCycle ? `hc-${hourCycle}-` : ''}nu-latn`
}

const languageOf = (tag: string): Language => languages.find(({ code }) => code === tag.split('-')[0]) ?? languages[0]

export const directionOf = (locale: string): Language['dir'] => languageOf(locale).dir

export const dateFormatOf = (locale: string): DateFormat => languageOf(locale).dateFormat

/** The web app manifest of a language; the first one's is in web/public. */
export const manifestUrl = (code: string): string =>
  code === languages[0].code ? '/manifest.webmanifest' : `/manifest.${code}.webmanifest`

export const languageStorageKey = 'preferred-language'

export function preferredLanguage(chosen: string | null, browserTags: readonly string[]): Language {
  const preferredCodes = [chosen, ...browserTags].map((code) => code?.split('-')[0])
  const found = preferredCodes.map((code) => languages.find((language) => language.code === code)).find(Boolean)
  return found ?? languages[0]
}
