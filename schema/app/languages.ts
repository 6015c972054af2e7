// The available languages: a new one takes a line here and a folder of texts. Data alone, because the first paint and the
// server's own pages need it, too.
import type { DateFormat } from '#schema/kernel/enumerations.ts'

export interface Language {
  readonly code: string
  /** In the language itself, where people look for it. */
  readonly name: string
  readonly dir: 'ltr' | 'rtl'
  /** How a time is counted, where the calendar of browsers has no words of the language for the halves of a day. */
  readonly hours?: 'h23'
  /** The order in which a date is typed until the person chooses another one. */
  readonly dates: DateFormat
}

export const languages: readonly [Language, ...Language[]] = [
  { code: 'en', name: 'English', dir: 'ltr', dates: 'MM/DD/YYYY' },
  { code: 'ar', name: 'العربية', dir: 'rtl', dates: 'DD/MM/YYYY' },
  { code: 'fr', name: 'Français', dir: 'ltr', dates: 'DD/MM/YYYY' },
  { code: 'hi', name: 'हिन्दी', dir: 'ltr', hours: 'h23', dates: 'DD/MM/YYYY' },
  { code: 'tr', name: 'Türkçe', dir: 'ltr', dates: 'DD.MM.YYYY' },
]

/** How a language writes numbers, days and times: with Latin digits. */
export function localeOf(code: string): string {
  const hours = languages.find((language) => language.code === code)?.hours
  return `${code}-u-${hours ? `hc-${hours}-` : ''}nu-latn`
}

const languageOf = (tag: string): Language => languages.find(({ code }) => code === tag.split('-')[0]) ?? languages[0]

/** The order in which the language of a locale types dates. */
export const dateFormatOf = (locale: string): DateFormat => languageOf(locale).dates

/** What the device shows of the app that it has installed; the first language's is the one in web/public. */
export const manifestUrl = (code: string): string =>
  code === languages[0].code ? '/manifest.webmanifest' : `/manifest.${code}.webmanifest`

export const languageKey = 'preferred-language'

/** The chosen language, else the first of the browser's languages that is available, else English. */
export function preferredLanguage(chosen: string | null, ofBrowser: readonly string[]): Language {
  const wanted = [chosen, ...ofBrowser].map((code) => code?.split('-')[0])
  const found = wanted.map((code) => languages.find((language) => language.code === code)).find(Boolean)
  return found ?? languages[0]
}
