import 'i18next'
import type { Texts } from '#schema/locales/en/texts.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Texts
  }
}
