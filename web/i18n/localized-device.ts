import i18next from 'i18next'
import { deviceText } from '#schema/kernel/device-text.ts'

export const localizedDevice = (stored: string): string =>
  deviceText(stored, (key, values) => i18next.t(`sessions:${key}`, { ...values }))
