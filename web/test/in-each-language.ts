import { onTestFinished } from 'vitest'
import { type Language, languages } from '#schema/app/languages.ts'
import { speakLanguage } from '#web/i18n/i18n.ts'

/** On one page: rendering a screen takes longer than changing its language. */
export async function inEachLanguage(check: (language: Language) => Promise<void> | void): Promise<void> {
  onTestFinished(() => speakLanguage(languages[0]))
  for (const language of languages) {
    await speakLanguage(language)
    await document.fonts.ready
    try {
      await check(language)
    } catch (error) {
      throw new Error(`In ${language.name}`, { cause: error })
    }
  }
}
