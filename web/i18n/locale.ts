import i18next from 'i18next'
import { dateFormatOf, localeOf } from '#schema/app/languages.ts'

export { dateFormatOf, localeOf }

export const locale = (): string => localeOf(i18next.resolvedLanguage ?? 'en')
