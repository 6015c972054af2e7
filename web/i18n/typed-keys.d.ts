import 'i18next'
import type { Texts } from './locales/en/language.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Texts
  }
}
