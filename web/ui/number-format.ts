import { locale } from '#web/i18n/locale.ts'

export const count = (n: number): string => new Intl.NumberFormat(locale()).format(n)
