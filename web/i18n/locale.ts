import i18next from 'i18next'
import { localeOf } from '#schema/languages.ts'

/** The locale of numbers and dates. */
export const locale = (): string => localeOf(i18next.resolvedLanguage ?? 'en')
