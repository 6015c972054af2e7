import i18next from 'i18next'
import { onTestFinished } from 'vitest'

/** Uses a language until the test ends, whether or not the product has its texts. */
export async function speak(language: string, common: object = { none: '—' }): Promise<void> {
  i18next.addResourceBundle(language, 'common', common, true, true)
  await i18next.changeLanguage(language)
  onTestFinished(() => void i18next.changeLanguage('en'))
}
