import { expect, onTestFinished } from 'vitest'
import { type Language, languages } from '#schema/app/languages.ts'
import { textFamily } from '#schema/themes/fonts.ts'
import { speakLanguage } from '#web/i18n/i18n.ts'

/** On one page: rendering a screen takes longer than changing its language. */
export async function inEachLanguage(check: (language: Language) => Promise<void> | void): Promise<void> {
  onTestFinished(() => speakLanguage(languages[0]))
  for (const language of languages) {
    await speakLanguage(language)
    try {
      expect(document.fonts.check(`1rem '${textFamily}'`, language.name), 'the font has loaded').toBe(true)
      await check(language)
    } catch (error) {
      throw new Error(`In ${language.name}`, { cause: error })
    }
  }
}
