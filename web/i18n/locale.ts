import i18next from 'i18next'

/** The locale of numbers and dates: the language, with Latin digits. */
export const locale = (): string => `${i18next.resolvedLanguage ?? 'en'}-u-nu-latn`
