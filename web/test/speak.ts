import i18next from 'i18next'
import { onTestFinished } from 'vitest'

export async function speak(language: string, common: object = { none: '—' }): Promise<void> {
  i18next.addResourceBundle(language, 'common', common, true, true)
  await i18next.changeLanguage(language)
  onTestFinished(() => void i18next.changeLanguage('en'))
}
