import 'i18next'
import type { Texts } from '#schema/locales/en/language.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Texts
  }
}
