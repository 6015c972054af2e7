import { locale } from '#web/i18n/locale.ts'
import { perLocale } from './per-locale.ts'

const names = perLocale((code) => new Intl.DisplayNames(code, { type: 'language', fallback: 'code' }))

/** Written as a label: French and others write languages small in sentences. Unknown codes are returned unchanged. */
export function languageName(code: string): string {
  const name = names().of(code)
  return name === undefined || name === code ? code : name.charAt(0).toLocaleUpperCase(locale()) + name.slice(1)
}
