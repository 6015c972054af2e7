import i18next from 'i18next'
import { dateFormatOf, directionOf, localeOf } from '#schema/app/languages.ts'

export { dateFormatOf, directionOf, localeOf }

export const locale = (): string => localeOf(i18next.resolvedLanguage ?? 'en')
